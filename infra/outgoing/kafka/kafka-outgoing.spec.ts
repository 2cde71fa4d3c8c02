import { OutgoingUnavailable } from '../outgoing.ts';
import { KafkaOutgoing } from './kafka-outgoing.ts';

describe('outgoing events on Kafka', () => {
  it('wait where a certificate cannot be read', async () => {
    const tls = { ca: '/none/ca.pem', certificate: undefined, password: undefined };
    const outgoing = new KafkaOutgoing({ brokers: ['127.0.0.1:1'], prefix: 'a', tls });
    await expect(outgoing.prepare()).rejects.toThrow(OutgoingUnavailable);
    await expect(outgoing.prepare()).rejects.toThrow(/^outgoing events wait: Kafka cannot be reached by TLS \(ENOENT\)$/);
    await outgoing.close();
  });
});
