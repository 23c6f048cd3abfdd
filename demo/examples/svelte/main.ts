import { mount } from 'svelte';
import Shop from './Shop.svelte';
import '../shop/shop.css';

const target = document.querySelector('#app');
if (target) mount(Shop, { target });
