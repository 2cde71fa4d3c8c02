// `npm run dev`: the product from its sources, for who works on it. The server starts again with each file of it that is saved, and the browser
// takes over what is saved of the web. It has a data folder of its own. The page comes from Vite, without the product's security headers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { PORT = '3000', DEV_API_PORT = '3001', ANAMNESIS_DATA = join(root, 'data-dev') } = process.env;
const env = { ...process.env, PORT: DEV_API_PORT, HOST: '127.0.0.1', ANAMNESIS_DATA };
const start = ['--conditions=source', `--import=${new URL('./typescript.js', import.meta.url)}`, 'services/cli/main.ts', 'start'];

process.env.ANAMNESIS_API = `http://127.0.0.1:${DEV_API_PORT}`;
const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'vite.config.ts'),
  server: { port: Number(PORT), strictPort: true },
});
await web.listen();

let server;
let wanted = 0;
/** What was saved last counts: several files saved at once are one start. */
const restart = async () => {
  const mine = ++wanted;
  if (server?.exitCode === null && server.signalCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  if (mine === wanted) server = spawn(process.execPath, start, { cwd: root, env, stdio: 'inherit' });
};
const rooms = ['contracts', 'infra', 'catalogues', 'projections', 'services'].map((room) => join(root, room));
web.watcher.add(rooms);
web.watcher.on('all', (event, path) => {
  const isServer = rooms.some((room) => path.startsWith(room)) && !/\.spec\.ts$/.test(path);
  if (event === 'change' && isServer) void restart();
});

const stop = async () => {
  wanted = Number.POSITIVE_INFINITY;
  server?.kill();
  await web.close();
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());
console.log(
  `\nOnce the server behind it is ready, open http://localhost:${PORT}/signin with the fragment #local=... of the address that it prints\n`,
);
await restart();
