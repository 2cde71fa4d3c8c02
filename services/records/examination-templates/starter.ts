import type { CommandBus } from '@nestjs/cqrs';
import type { Actor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { v5 } from 'uuid';
import { HandleExaminationTemplate } from './examination-templates.handlers.ts';

const SPACE = 'b7c9a1de-3f0a-4c57-8a55-0d3f1f5c2b6e';

/** What an ordinary visit measures, by LOINC code. */
const templates: Readonly<Record<string, readonly string[]>> = {
  'Vital signs': ['8480-6', '8462-4', '8867-4', '9279-1', '8310-5', '59408-5'],
  'Blood pressure': ['8480-6', '8462-4', '8867-4'],
  'Weight and height': ['29463-7', '8302-2'],
};

/** What a list brings has an id that follows from its name, so that it is the same template the next time. */
export const listedTemplateId = (name: string): string => v5(name, SPACE);

/** The office templates an installation begins with, for everybody; twice is harmless. */
export const bringStarterTemplates = async (commands: CommandBus, actor: Actor): Promise<void> => {
  for (const [name, codes] of Object.entries(templates)) {
    const template_id = listedTemplateId(name);
    const data = { template_id, name, parameter_ids: codes.map((code) => officeParameterId(code, '')) };
    const command = { type: 'CreateTemplate' as const, command_id: v5('create', template_id), data };
    await commands.execute(new HandleExaminationTemplate(command, actor));
  }
};
