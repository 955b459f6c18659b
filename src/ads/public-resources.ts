import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const advertise = () => import('./pages/advertise.ts');
const advertisePage = () => import('./pages/advertise-page.ts');
const suppliers = () => import('./pages/suppliers.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/suppliers',
      title: 'Suppliers',
      handler: lazy(suppliers, 'readSuppliers'),
    },
    {
      path: '/advertise',
      title: 'Advertise',
      handler: lazy(advertisePage, 'readAdvertise'),
      footer: 'Advertise',
    },
  ],
  files: [
    { path: '/api/v1/advertise', type: 'application/json', handler: lazy(advertise, 'readCatalog') },
    { path: '/api/v1/suppliers', type: 'application/json', handler: lazy(suppliers, 'listSuppliersJson') },
  ],
};
