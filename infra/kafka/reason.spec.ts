import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { certificate, certificateFiles } from '#tests/support/certificate';
import { connect, type KafkaSettings } from './connection.ts';
import { failureOf } from './reason.ts';

describe('why Kafka is unavailable', () => {
  let server: Server;
  let address: Pick<KafkaSettings, 'brokers' | 'prefix'>;
  beforeAll(async () => {
    server = createServer(certificate, (socket) => socket.destroy());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = { brokers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], prefix: 'a' };
  });
  afterAll(() => server.close());

  const tls = { ca: undefined, certificate: undefined, password: undefined };
  const reason = async (more: Partial<KafkaSettings>): Promise<string> => {
    try {
      await connect({ ...address, ...more })
        .admin()
        .connect();
      return 'connected';
    } catch (error) {
      return failureOf(error);
    }
  };

  it('names the code of a certificate that is not accepted, and of one that cannot be read', async () => {
    expect(await reason({ tls })).toBe('cannot be reached by TLS (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(await reason({ tls: { ...tls, ca: '/none/ca.pem' } })).toBe('cannot be reached by TLS (ENOENT)');
  });

  it('names the kind of other failures', async () => {
    expect(await reason({ tls: { ...tls, ca: certificateFiles.cert } })).toBe('does not answer (KafkaJSNumberOfRetriesExceeded)');
    const failure = (name: string, type?: string) => failureOf(Object.assign(new Error('host:9092 and secrets'), { name, type }));
    expect(failure('KafkaJSProtocolError', 'GROUP_AUTHORIZATION_FAILED')).toBe(
      'refuses the credentials or lacks rights for them (GROUP_AUTHORIZATION_FAILED)',
    );
    const ofTopics = Object.assign(new Error(), { errors: [Object.assign(new Error(), { type: 'TOPIC_AUTHORIZATION_FAILED' })] });
    expect(failureOf(ofTopics)).toBe('refuses the credentials or lacks rights for them (TOPIC_AUTHORIZATION_FAILED)');
    expect(failure('KafkaJSProtocolError', 'UNSUPPORTED_SASL_MECHANISM')).toMatch(/^refuses the credentials/);
    expect(failure('KafkaJSProtocolError', 'NOT_ENOUGH_REPLICAS')).toBe('answers with an error (NOT_ENOUGH_REPLICAS)');
    const signingIn = Object.assign(new Error('secrets'), { name: 'KafkaJSSASLAuthenticationError' });
    const again = Object.assign(new Error('secrets', { cause: signingIn }), { name: 'KafkaJSNonRetriableError' });
    expect(failureOf(again)).toBe('refuses the credentials or lacks rights for them (KafkaJSSASLAuthenticationError)');
    expect(failure('KafkaJSSASLAuthenticationError')).toBe(
      'refuses the credentials or lacks rights for them (KafkaJSSASLAuthenticationError)',
    );
  });
});
