// The preview follows the typing. Each version loads in its own frame behind the previous one, so that nothing flickers, and
// the list of visited pages gets no entry.

/** Milliseconds without a key before the preview is renewed. */
const PAUSE = 300;

export function showPreview(form: HTMLFormElement): void {
  const pane = document.querySelector<HTMLElement>('.site-preview .pane');
  const show = document.querySelector<HTMLButtonElement>('[data-show-preview]');
  if (!pane || !show) return;
  show.hidden = true;
  let timer = 0;
  let number = 0;
  const renew = () => {
    const before = [...pane.querySelectorAll('iframe')];
    const frame = before[0]?.cloneNode() as HTMLIFrameElement | undefined;
    if (!frame) return;
    frame.removeAttribute('srcdoc');
    frame.removeAttribute('src');
    frame.name = `site-preview-${++number}`;
    frame.classList.add('coming');
    const mine = number;
    pane.append(frame);
    frame.addEventListener('load', () => {
      if (frame.dataset.sent === undefined || mine !== number) return;
      frame.classList.remove('coming');
      for (const previous of before) previous.remove();
    });
    send(form, show.formAction, frame.name);
    frame.dataset.sent = '';
  };
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(renew, PAUSE);
  };
  form.addEventListener('input', soon);
  for (const input of document.querySelectorAll('.site-preview input')) input.addEventListener('change', soon);
  renew();
}

/** Sends what is typed to the frame. It is not the form itself that is sent: that would be checked, and count as sent. */
function send(form: HTMLFormElement, action: string, target: string): void {
  const copy = document.createElement('form');
  copy.method = 'post';
  copy.action = action;
  copy.target = target;
  copy.hidden = true;
  const fields = new FormData(form);
  fields.set('live', '1');
  for (const [name, value] of fields) {
    if (typeof value !== 'string') continue;
    const field = document.createElement('textarea');
    field.name = name;
    field.value = value;
    copy.append(field);
  }
  document.body.append(copy);
  copy.submit();
  copy.remove();
}
