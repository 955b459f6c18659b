# The image of the service: `docker build -t plumbline .`. docs/deployment.md says how to run it.
#
# The two digests are placeholders, because this file was written where no registry of images can be reached. Before the first
# build replace each by the digest that `docker buildx imagetools inspect NAME:TAG` prints. Until then a build stops at FROM.
ARG NODE_IMAGE=docker.io/library/node:26.10.0-trixie@sha256:0000000000000000000000000000000000000000000000000000000000000000
ARG BASE_IMAGE=gcr.io/distroless/cc-debian13:nonroot@sha256:0000000000000000000000000000000000000000000000000000000000000000

FROM ${NODE_IMAGE} AS builder
WORKDIR /build
COPY package.json package-lock.json ./
# Nothing that goes into the image needs an install script; the runtime is the Node of this stage, not the package.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY LICENSE ./
COPY scripts/ scripts/
COPY docs/ docs/
COPY src/ src/
RUN node scripts/production-folder.ts /app \
    && mkdir -m 0700 /data \
    && mkdir /libraries \
    && cp -L /usr/lib/*/libatomic.so.1 /libraries/

# No shell, no package manager, no npm: the C and C++ libraries, certificates, and a user without rights.
FROM ${BASE_IMAGE}
COPY --from=builder /libraries/ /usr/lib/
COPY --from=builder /app/ /app/
COPY --from=builder --chown=65532:65532 /data/ /data/
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data PATH=/app/bin
WORKDIR /app
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["plumbline", "health"]
CMD ["node", "src/runtime/boot/boot.mjs", "src/main.ts"]
