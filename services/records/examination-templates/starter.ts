import type { CommandBus } from '@nestjs/cqrs';
import type { TemplateKind } from '#contracts/examinations/examination-templates';
import type { Actor } from '#infra/event-store/actor';
import { officeParameterId } from '#catalogues/office-parameter';
import { v5 } from 'uuid';
import { HandleExaminationTemplate } from './examination-templates.handlers.ts';

const SPACE = 'b7c9a1de-3f0a-4c57-8a55-0d3f1f5c2b6e';

/** What an ordinary visit measures, by LOINC code. */
const visits: Readonly<Record<string, readonly string[]>> = {
  'Vital signs': ['8480-6', '8462-4', '8867-4', '9279-1', '8310-5', '59408-5'],
  'Blood pressure': ['8480-6', '8462-4', '8867-4'],
  'Weight and height': ['29463-7', '8302-2'],
};

/** What a list brings has an id that follows from its name, so that it is the same template the next time. */
export const listedTemplateId = (name: string, kind: TemplateKind): string => v5(kind === 'lab' ? `lab:${name}` : name, SPACE);

/** What is ordered together of a laboratory, by the panels of the starter list of lab parameters. */
const panels: Readonly<Record<string, readonly string[]>> = {
  CBC: ['CBC'],
  'CBC with differential': ['CBC', 'DIFF'],
  'Basic metabolic panel': ['BMP'],
  'Comprehensive metabolic panel': ['BMP', 'CMP'],
  Lipids: ['LIPID'],
  Liver: ['CMP', 'LIVER'],
  Thyroid: ['THYROID'],
  Iron: ['IRON'],
  Coagulation: ['COAG'],
  Inflammation: ['INFLAM'],
  'Cardiac markers': ['CARDIAC'],
  Vitamins: ['VITAMIN'],
};

/**
 * The office templates an installation begins with, for everybody; twice is harmless.
 * @param members ids of the lab parameters of a panel, in their order
 */
export const bringStarterTemplates = async (
  commands: CommandBus,
  actor: Actor,
  members: ReadonlyMap<string, readonly string[]>,
): Promise<void> => {
  const create = async (kind: TemplateKind, name: string, parameter_ids: string[]) => {
    const template_id = listedTemplateId(name, kind);
    const command = {
      type: 'CreateTemplate' as const,
      command_id: v5('create', template_id),
      data: { template_id, kind, name, parameter_ids },
    };
    await commands.execute(new HandleExaminationTemplate(command, actor));
  };
  for (const [name, codes] of Object.entries(visits))
    await create(
      'examination',
      name,
      codes.map((code) => officeParameterId(code, '')),
    );
  for (const [name, columns] of Object.entries(panels)) {
    await create(
      'lab',
      name,
      columns.flatMap((column) => members.get(column) ?? []),
    );
  }
};
