import { cached, get, lazy, post, type Route } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const adActs = () => import('./newsroom/order-acts.ts');
const adAgreements = () => import('./newsroom/insertion-order-acts.ts');
const adCalendar = () => import('./newsroom/ad-calendar.ts');
const adCheck = () => import('./pages/ad-check.ts');
const adInvoiceList = () => import('./newsroom/invoice-list.ts');
const adInvoices = () => import('./newsroom/invoices.ts');
const adMoney = () => import('./newsroom/money-acts.ts');
const adNew = () => import('./newsroom/new-order.ts');
const adOrderPage = () => import('./newsroom/order-page.ts');
const adPapers = () => import('./newsroom/documents.ts');
const adsBoard = () => import('./newsroom/ads-board.ts');
const advertise = () => import('./pages/advertise.ts');
const advertisers = () => import('./newsroom/advertisers.ts');
const houseAds = () => import('./newsroom/house-ads.ts');
const inquiry = () => import('./pages/inquiry.ts');
const insertionOrder = () => import('./pages/insertion-order.ts');
const adPicture = () => import('./pages/ad-picture.ts');
const orderPage = () => import('./pages/order-page.ts');
const priceList = () => import('./newsroom/price-list.ts');
const suppliersPage = () => import('./newsroom/suppliers.ts');

export const routes: readonly Route[] = [
  cached('/advertise/check', lazy(adCheck, 'showAdCheck')),
  post('/advertise/check', 'anyone', lazy(adCheck, 'postAdCheckPage')),
  cached('/advertise/inquiry', lazy(inquiry, 'showInquiry')),
  post('/advertise/inquiry', 'anyone', lazy(inquiry, 'postInquiry')),
  get('/advertise/insertion-orders/:secret', lazy(insertionOrder, 'showInsertionOrder')),
  post('/advertise/insertion-orders/:secret', 'anyone', lazy(insertionOrder, 'postAcceptance')),
  get('/advertise/insertion-orders/:secret/pdf', lazy(insertionOrder, 'readAgreementPdf')),
  get('/advertise/orders/:secret', lazy(orderPage, 'showOrderPage')),
  post('/advertise/orders/:secret/files', 'anyone', lazy(orderPage, 'postOrderFile')),
  get('/advertise/orders/:secret/files/:file', lazy(orderPage, 'readOrderFile')),
  get('/advertise/orders/:secret/proof', lazy(orderPage, 'showOrderProof')),
  get('/ads/:hash/:file', lazy(adPicture, 'readAdPicture')),
  cached('/api/v1/advertise/availability', lazy(advertise, 'readFreeDates')),
  post('/api/v1/advertise/check', 'anyone', lazy(adCheck, 'postAdCheck'), 'check'),
  get('/newsroom/suppliers', lazy(suppliersPage, 'showSuppliers'), 'editor'),
  post('/newsroom/suppliers', 'editor', lazy(suppliersPage, 'postSupplier')),
  get('/newsroom/suppliers/:supplierId', lazy(suppliersPage, 'showSupplier'), 'editor'),
  post('/newsroom/suppliers/:supplierId', 'editor', lazy(suppliersPage, 'postSupplierChange')),
  post('/newsroom/suppliers/:supplierId/remove', 'editor', lazy(suppliersPage, 'postSupplierRemoval')),
  get('/newsroom/ads', lazy(adsBoard, 'showAds'), 'ad desk'),
  get('/newsroom/ads/advertisers', lazy(advertisers, 'showAdvertisers'), 'ad desk'),
  get('/newsroom/ads/advertisers/:advertiserId', lazy(advertisers, 'showAdvertiser'), 'ad desk'),
  get('/newsroom/ads/new', lazy(adNew, 'showNewAd'), 'ad desk'),
  post('/newsroom/ads/new', 'ad desk', lazy(adNew, 'postNewAd')),
  get('/newsroom/price-list', lazy(priceList, 'showPriceList'), 'chief'),
  post('/newsroom/price-list', 'chief', lazy(priceList, 'postPriceList')),
  get('/newsroom/ads/calendar', lazy(adCalendar, 'showAdCalendar'), 'ad desk'),
  post('/newsroom/ads/sends', 'editor', lazy(adCalendar, 'postSend')),
  get('/newsroom/ads/house-ads', lazy(houseAds, 'showHouseAds'), 'ad desk'),
  post('/newsroom/ads/house-ads', 'editor', lazy(houseAds, 'postHouseAd'), 'write'),
  post('/newsroom/ads/house-ads/:houseAdId/remove', 'editor', lazy(houseAds, 'postHouseAdRemoval')),
  get('/newsroom/ads/invoices', lazy(adInvoiceList, 'showInvoices'), 'ad desk'),
  get('/newsroom/ads/invoices.csv', lazy(adInvoiceList, 'exportInvoices'), 'ad desk'),
  post('/newsroom/ads/invoices/:number/remind', 'ad desk', lazy(adInvoiceList, 'postReminder')),
  get('/newsroom/ads/invoices/:file', lazy(adInvoices, 'readInvoicePdf'), 'ad desk'),
  post('/newsroom/ads/invoices/:number/paid', 'ad desk', lazy(adMoney, 'postPaid')),
  post('/newsroom/ads/invoices/:number/payment', 'ad desk', lazy(adMoney, 'postPayment')),
  post('/newsroom/ads/invoices/:number/unpaid', 'ad desk', lazy(adMoney, 'postUnpaid')),
  post('/newsroom/ads/invoices/:number/credit', 'ad desk', lazy(adMoney, 'postCredit')),
  get('/newsroom/ads/credit-notes/:file', lazy(adInvoices, 'readCreditNotePdf'), 'ad desk'),
  post('/newsroom/ads/credit-notes/:number/refund', 'ad desk', lazy(adMoney, 'postRefund')),
  post('/newsroom/ads/credit-notes/:number/refund/correct', 'ad desk', lazy(adMoney, 'postRefundCorrection')),
  post('/newsroom/ads/credit-notes/:number/refund/undo', 'ad desk', lazy(adMoney, 'postRefundUndone')),
  get('/newsroom/ads/insertion-orders/:file', lazy(adAgreements, 'readInsertionOrderFile'), 'ad desk'),
  post('/newsroom/ads/insertion-orders/:number/withdraw', 'ad desk', lazy(adAgreements, 'postWithdrawal')),
  get('/newsroom/ads/:orderId', lazy(adOrderPage, 'showAdOrder'), 'ad desk'),
  post('/newsroom/ads/:orderId/creatives', 'ad desk', lazy(adActs, 'postCreative'), 'write'),
  get('/newsroom/ads/:orderId/creatives/:creativeId/picture', lazy(adPapers, 'showCreative'), 'ad desk'),
  post('/newsroom/ads/:orderId/creatives/:creativeId/withdraw', 'ad desk', lazy(adActs, 'postWithdraw')),
  post('/newsroom/ads/:orderId/creatives/:creativeId/tell', 'ad desk', lazy(adActs, 'postTellRefusal')),
  post('/newsroom/ads/:orderId/emails', 'ad desk', lazy(adActs, 'postEmail')),
  post('/newsroom/ads/:orderId/emails/:emailId/again', 'ad desk', lazy(adActs, 'postEmailAgain')),
  post('/newsroom/ads/:orderId/correct', 'ad desk', lazy(adActs, 'postCorrection')),
  post('/newsroom/ads/:orderId/accept', 'editor', lazy(adActs, 'postAccept')),
  post('/newsroom/ads/:orderId/accept-creative', 'editor', lazy(adActs, 'postAcceptCreative')),
  post('/newsroom/ads/:orderId/refuse', 'editor', lazy(adActs, 'postRefuse')),
  post('/newsroom/ads/:orderId/billing', 'ad desk', lazy(adActs, 'postBilling')),
  post('/newsroom/ads/:orderId/insertion-orders', 'ad desk', lazy(adAgreements, 'postInsertionOrder')),
  post('/newsroom/ads/:orderId/invoice', 'ad desk', lazy(adActs, 'postInvoice')),
  post('/newsroom/ads/:orderId/book', 'ad desk', lazy(adActs, 'postBook')),
  post('/newsroom/ads/:orderId/renew', 'ad desk', lazy(adActs, 'postRenewal')),
  post('/newsroom/ads/:orderId/hold', 'ad desk', lazy(adActs, 'postHold')),
  post('/newsroom/ads/:orderId/release', 'ad desk', lazy(adActs, 'postRelease')),
  post('/newsroom/ads/:orderId/link', 'ad desk', lazy(adActs, 'postLink')),
  post('/newsroom/ads/:orderId/link/end', 'ad desk', lazy(adActs, 'postLinkEnd')),
  post('/newsroom/ads/:orderId/move', 'ad desk', lazy(adActs, 'postMove')),
  post('/newsroom/ads/:orderId/dates', 'ad desk', lazy(adActs, 'postDates')),
  post('/newsroom/ads/:orderId/cancel', 'ad desk', lazy(adActs, 'postCancelOrder')),
  post('/newsroom/ads/:orderId/close', 'ad desk', lazy(adActs, 'postClose')),
  get('/newsroom/ads/:orderId/proof', lazy(adPapers, 'showProof'), 'ad desk'),
  get('/newsroom/ads/:orderId/proof.pdf', lazy(adPapers, 'readProofPdf'), 'ad desk'),
];
