import { createApp } from 'vue';
import ShopPage from './ShopPage.vue';
import '../shop/shop.css';

createApp(ShopPage).mount('#app');
