import { apiAs } from '../e2e/api.ts';
import { startServer } from './running.ts';

// Builds what is not built, starts as on a first day, signs in, reads a record, stops: whether the product works on this release of Node.
const server = await startServer();
try {
  const api = await apiAs(server.url, 'doctor');
  const { items } = await api.get<{ items: { id: string }[] }>('/api/patients?skip=0&take=1');
  const [patient] = items;
  if (!patient) throw new Error('The demonstration clinic has no patients');
  await api.get(`/api/lab-results?patient_id=${patient.id}&take=5`);
  const page = await fetch(`${server.url}/`);
  if (!page.ok || !(await page.text()).includes('<div id="root">')) throw new Error(`The first page answers ${page.status}`);
  await server.stop();
  console.log(`Node ${process.version}: builds, starts, answers and stops`);
} catch (error) {
  console.error(server.output());
  throw error;
} finally {
  await server.dispose();
}
