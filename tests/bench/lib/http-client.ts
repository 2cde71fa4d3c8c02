import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { localHeader } from '#tests/support/local-secret';
import { readToken } from '#infra/event-store/position-token';

/** A person's browser: a few connections that stay open, a session of its own. */
export class HttpUser {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 6 });
  private token = '';

  constructor(private readonly url: string) {}

  /** @throws Error where the password is not right */
  async signIn(username: string, password: string): Promise<void> {
    const { token } = await this.send<{ token: string }>('POST', '/api/token', { username, password }, await localHeader(this.url));
    this.token = token;
  }

  get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.send('PUT', path, body);
  }

  /** Tells every notice of a slice by the position that it speaks of; the returned function ends the line. */
  listen(slice: string, onNotice: (position: string) => void): Promise<() => void> {
    return new Promise((opened, failed) => {
      const asked = request(`${this.url}/api/notices`, { agent: false, headers: this.headers() }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const lines = (text + chunk).split('\n');
          text = lines.pop() ?? '';
          for (const line of lines) {
            if (!line.startsWith('data:')) continue;
            const notice = JSON.parse(line.slice('data:'.length)) as { slice: string; position: string };
            if (notice.slice === slice) onNotice(readToken(notice.position)?.position ?? '');
          }
        });
        if (response.statusCode === 200) opened(() => void asked.destroy());
        else failed(new Error(`notices: ${response.statusCode}`));
      });
      asked.on('error', failed).end();
    });
  }

  close(): void {
    this.agent.destroy();
  }

  private headers(): Record<string, string> {
    return this.token === '' ? {} : { authorization: `Bearer ${this.token}` };
  }

  private send<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, more: Record<string, string> = {}): Promise<T> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers: Record<string, string | number> = { ...this.headers(), ...more };
    if (bytes) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = bytes.length;
      headers['idempotency-key'] = randomUUID();
    }
    return new Promise((answered, failed) => {
      const asked = request(this.url + path, { method, agent: this.agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode !== undefined && response.statusCode < 300) answered(JSON.parse(text) as T);
          else failed(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`));
        });
      });
      asked.on('error', failed).end(bytes);
    });
  }
}
