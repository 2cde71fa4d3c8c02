import './templates.css';
import { Button, InputGroup } from '@blueprintjs/core';
import { Add, Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import type { ExaminationTemplateView } from '#contracts/examination-templates';
import { former, readinessOf, useAsked } from '#web/lib/asked.ts';
import { isKey } from '#web/lib/keys.ts';
import { showCount } from '#web/lib/numbers.ts';
import { leadTo, useManagedTemplates } from '#web/record/catalogue/office-parameters.ts';
import { SEARCH_DEBOUNCE } from '#web/lib/search.ts';
import { Empty, Failed, Loading, NotRefreshed } from '#web/ui/faces.tsx';
import { useParam } from '#web/ui/list-page.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { Fold, Headings, TableRow } from '#web/ui/table.tsx';
import { toast } from '#web/ui/toasts.tsx';
import { TemplateDialog } from './template.dialog.tsx';

const SIZES = [5, 10, 25, 50];
const TAKE = 50;

/** 'Office templates': groups of office parameters, so that an examination is entered quickly. Everybody sees what they may change. */
export function TemplatesScreen() {
  const [params, set] = useParam();
  const skip = Math.max(0, Number(params.get('skip')) || 0);
  const asked = Number(params.get('take'));
  const take = SIZES.includes(asked) ? asked : TAKE;
  const [text, setText] = useState('');
  const search = useAsked(text.trim(), SEARCH_DEBOUNCE);
  const query = search.question;
  const read = useManagedTemplates({ query, skip, take, own: 'true' });
  const { data, error, isLoading, refresh } = read;
  const isFormer = readinessOf(search, read) !== 'answered';
  const [editing, setEditing] = useState<ExaminationTemplateView | 'new'>();

  const addNew = <Button intent="primary" icon={<Add />} text="Add new" onClick={() => setEditing('new')} />;
  return (
    <div className="list-screen">
      <PageTitle title="Office templates" count={data && showCount(data.overall_count, 'template')}>
        {addNew}
      </PageTitle>
      <search className="filter">
        <InputGroup
          aria-label="Search by name"
          placeholder="Search by name"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onValueChange={(next) => {
            setText(next);
            if (skip > 0) set({ skip: undefined });
          }}
          onKeyDown={(event) => isKey(event, 'choose') && search.now()}
        />
      </search>
      {isLoading && <Loading label="Reading office templates" rows={8} />}
      {!isLoading && !data && <Failed what="office templates" error={error} onRetry={() => void refresh()} />}
      {data && (
        <>
          {error && <NotRefreshed error={error} onRetry={() => void refresh()} />}
          {data.items.length > 0 ? (
            <div aria-busy={isFormer}>
              <div {...former(isFormer)}>
                <TemplatesTable templates={data.items} onEdit={setEditing} />
              </div>
              <Paging
                skip={skip}
                take={take}
                total={data.overall_count}
                sizes={SIZES}
                onChange={(page) =>
                  set({ skip: page.skip === 0 ? undefined : String(page.skip), take: page.take === TAKE ? undefined : String(page.take) })
                }
              />
            </div>
          ) : (
            <Empty title={query === '' ? 'There are no office templates available' : 'No office template is called so'}>
              {query === '' ? addNew : null}
            </Empty>
          )}
        </>
      )}
      {editing && (
        <TemplateDialog
          template={editing === 'new' ? null : editing}
          onClose={() => setEditing(undefined)}
          onDone={(accepted, said) => {
            setEditing(undefined);
            toast.show(said, 'success');
            void refresh(accepted.position);
            void leadTo('examination-templates', { query, take, own: 'true' }, accepted, (place) => {
              // also where another search was typed while the dialog opened
              setText(place.query);
              set({ skip: place.skip === 0 ? undefined : String(place.skip) });
            });
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
    <table className="data-table templates-table">
      <Headings of={['Template Name', 'Included Parameters', { title: 'Management', className: 'templates-actions' }]} />
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
          <Fold className="templates-fold" isOpen={isOpen} aria-label={`${count} of ${template.name}`} onClick={onToggle}>
            {count}
          </Fold>
        </td>
        <td className="templates-actions">
          <Button size="small" variant="minimal" icon={<Edit />} aria-label={`Edit ${template.name}`} title="Edit" onClick={onEdit} />
        </td>
      </TableRow>
      {isOpen && (
        <tr className="templates-names">
          <td colSpan={3}>{template.parameters.map(({ name }) => name).join(', ')}</td>
        </tr>
      )}
    </>
  );
}
