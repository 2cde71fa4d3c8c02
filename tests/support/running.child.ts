// Starts the product as a test does, says where it is, and goes on until it is ended.
import { startServer } from './running.ts';

const { url, data } = await startServer();
console.log(JSON.stringify({ url, data }));
setInterval(() => undefined, 60_000);
