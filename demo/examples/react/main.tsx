import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './Shop.tsx';
import '../shop/shop.css';

const place = document.querySelector('#app');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
}
