import { cached, get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const cards = () => import('./cards/cards.ts');
const media = () => import('./pages/media.ts');
const pictureApi = () => import('./newsroom/picture-api.ts');
const pictureFile = () => import('./newsroom/picture-file.ts');
const picturePage = () => import('./newsroom/picture-page.ts');
const pictures = () => import('./newsroom/pictures.ts');
const pictureUpload = () => import('./newsroom/upload-picture.ts');

export const routes: readonly Route[] = [
  cached('/cards/:section/:slug', lazy(cards, 'readCard')),
  get('/media/:hash/:file', lazy(media, 'readMedia')),
  get('/newsroom/pictures', lazy(pictures, 'showPictures'), 'member'),
  post('/newsroom/pictures', 'member', lazy(pictures, 'postPicture'), 'write'),
  get('/newsroom/pictures/search', lazy(pictureApi, 'searchPictures'), 'member'),
  post('/newsroom/pictures/upload', 'member', lazy(pictureUpload, 'uploadPicture'), 'write'),
  get('/newsroom/pictures/:pictureId/card', lazy(pictureApi, 'readPictureCard'), 'member'),
  post('/newsroom/pictures/:pictureId/file', 'member', lazy(pictureFile, 'postPictureFile'), 'write'),
  post('/newsroom/pictures/:pictureId/files/:version', 'editor', lazy(pictureFile, 'postVersion'), 'write'),
  post('/newsroom/pictures/:pictureId/files/:version/remove', 'editor', lazy(pictureFile, 'postVersionRemoval')),
  post('/newsroom/pictures/:pictureId/delete', 'member', lazy(pictureFile, 'postPictureDeletion')),
  post('/newsroom/pictures/:pictureId/text', 'member', lazy(pictureApi, 'postPictureText')),
  get('/newsroom/pictures/:pictureId', lazy(picturePage, 'showPicture'), 'member'),
  post('/newsroom/pictures/:pictureId', 'editor', lazy(picturePage, 'postDescription')),
];
