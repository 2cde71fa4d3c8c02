import { Button, Tab, Tabs } from '@blueprintjs/core';
import { Add, Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ExaminationTemplateView, TemplateKind } from '#contracts/examinations/examination-templates';
import { showCount } from '#web/lib/numbers.ts';
import { ListFiles } from '#web/record/catalogue/list-files.tsx';
import { leadTo } from '#web/record/catalogue/office-parameters.ts';
import { useManagedTemplates } from '#web/record/catalogue/templates.ts';
import { SearchedList, useSearch } from '#web/record/catalogue/searched-list.tsx';
import { Empty } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Fold, Headings, TableRow } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { TemplateDialog } from './template.dialog.tsx';
import styles from './templates.module.css';
import table from '#web/ui/table.module.css';

/**
 * 'Office templates': groups of parameters, so that an examination or a lab result is entered quickly. Everybody sees what they may change.
 */
export function TemplatesScreen() {
  const [params, set] = useParam();
  const kind: TemplateKind = params.get('kind') === 'lab' ? 'lab' : 'examination';
  const search = useSearch();
  const { skip, take } = search;
  const query = search.asked.question;
  const read = useManagedTemplates({ kind, query, skip, take, own: 'true' });
  const [editing, setEditing] = useState<ExaminationTemplateView | 'new'>();

  const addNew = <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setEditing('new')} />;
  return (
    <div>
      <PageTitle title="Office templates" count={read.data && showCount(read.data.overall_count, 'template')}>
        <ListFiles list="examination-templates" what="office templates" onImported={(position) => void read.refresh(position)} />
        {addNew}
      </PageTitle>
      <Tabs id="templates" selectedTabId={kind} onChange={(to) => set({ kind: to === 'lab' ? 'lab' : undefined, skip: undefined })}>
        <Tab id="examination" title="Examinations" />
        <Tab id="lab" title="Lab results" />
      </Tabs>
      <div
        className={styles.panel}
        role="tabpanel"
        id={`bp6-tab-panel_templates_${kind}`}
        aria-labelledby={`bp6-tab-title_templates_${kind}`}
      >
        <SearchedList
          search={search}
          what="office templates"
          read={read}
          rows={8}
          empty={
            <Empty title={query === '' ? 'There are no office templates available' : 'No office template is called so'}>
              {query === '' ? addNew : null}
            </Empty>
          }
        >
          {(templates) => <TemplatesTable templates={templates} onEdit={setEditing} />}
        </SearchedList>
      </div>
      {editing && (
        <TemplateDialog
          kind={kind}
          template={editing === 'new' ? null : editing}
          onClose={() => setEditing(undefined)}
          onDone={(accepted, said) => {
            setEditing(undefined);
            toast.show(said, 'success');
            void read.refresh(accepted.position);
            // also where another search was typed while the dialog opened
            void leadTo('examination-templates', { query, take, own: 'true', kind }, accepted, search.go);
          }}
        />
      )}
    </div>
  );
}

interface TableProps {
  templates: readonly ExaminationTemplateView[];
  onEdit: (template: ExaminationTemplateView) => void;
}

function TemplatesTable({ templates, onEdit }: TableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <table className={`${table.table} ${styles.table}`}>
      <Headings of={['Template Name', 'Included Parameters', { title: 'Management', className: table.controls }]} />
      <tbody>
        {templates.map((template) => (
          <TemplateRow
            key={template.id}
            template={template}
            isOpen={open.has(template.id)}
            onToggle={() => toggle(template.id)}
            onEdit={() => onEdit(template)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  template: ExaminationTemplateView;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
}

function TemplateRow({ template, isOpen, onToggle, onEdit }: RowProps) {
  const count = showCount(template.parameters.length, 'parameter');
  return (
    <>
      <TableRow id={template.id}>
        <td>{template.name}</td>
        <td>
          <Fold className={styles.fold} isOpen={isOpen} aria-label={`${count} of ${template.name}`} onClick={onToggle}>
            {count}
          </Fold>
        </td>
        <td className={table.controls}>
          <Button size="small" variant="minimal" icon={<Edit />} aria-label={`Edit ${template.name}`} title="Edit" onClick={onEdit} />
        </td>
      </TableRow>
      {isOpen && (
        <tr className={styles.names}>
          <td colSpan={3}>{template.parameters.map(({ name }) => name).join(', ')}</td>
        </tr>
      )}
    </>
  );
}
