import type { Settings } from '#infra/config/configuration';
import { storedLetters } from '#infra/following/dead-letters';
import type { Message } from '#infra/messaging/messaging';
import { recordDocuments } from '#services/cli/read-engine';
import { reactions } from '#services/cli/reactions';
import type { Reaction } from '#services/reactions/reaction';
import { ReactionRunner } from '#services/reactions/reaction-runner';
import { openWith } from './kernel.ts';

const HOUR = 3_600_000;

/** What follows from events: sent mails and published messages, each time that somebody does it. */
export interface Effects {
  mails: string[];
  messages: string[];
}

/** Writes to somebody for each patient; one is refused for ever, and for one it does not work at first. */
const greet = (send: (patient_id: string) => Promise<void>): Reaction => ({
  name: 'greet-patients',
  types: ['PatientRegistered'],
  react: async ({ data }, _meta, effects) => {
    const { patient_id } = data as { patient_id: string };
    await send(patient_id);
    await effects.publish([{ topic: 'greetings', id: effects.id(), key: patient_id, body: { patient_id } }]);
  },
});

/** The product without its web server, with everything that follows from its events counted; `does` writes to a patient who was registered. */
export const runCounting = async (settings: Settings, does: (patient_id: string, effects: Effects) => Promise<void>) => {
  const kernel = await openWith(settings);
  const effects: Effects = { mails: [], messages: [] };
  const publish = kernel.messaging.publish.bind(kernel.messaging);
  kernel.messaging.publish = (messages: readonly Message[]) => {
    effects.messages.push(...messages.map(({ topic, id }) => `${topic} ${id}`));
    return publish(messages);
  };
  const send = kernel.mail.send.bind(kernel.mail);
  kernel.mail.send = (letter) => {
    effects.mails.push(letter.id);
    return send(letter);
  };
  const { log, documents: store, messaging } = kernel;
  const all = [...reactions(kernel), greet((patient_id) => does(patient_id, effects))];
  // what failed waits until somebody asks for it
  const runner = new ReactionRunner({ log, store, messaging, reactions: all, backoff: () => HOUR });
  await kernel.runner.start();
  await kernel.runner.settled(); // a reaction that reads lists waits until they are built, and waits long here
  await recordDocuments(settings.data, settings);
  await runner.start();
  return {
    kernel,
    runner,
    effects,
    letters: () => storedLetters(store, 'reaction:greet-patients'),
    settled: async () => {
      await runner.settled();
      await kernel.runner.settled();
    },
    close: async () => {
      await runner.stop();
      await kernel.runner.stop();
      await kernel.close();
    },
  };
};
