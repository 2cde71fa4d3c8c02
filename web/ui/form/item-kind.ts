import type { AuditType } from '#contracts/history';

/** A kind of medical item as its screens need it. */
export interface ItemKind {
  /** As in the address: 'intakes'. */
  path: string;
  /** What the parameters of its list in the record's address begin with: 'intakes_view'. */
  list: string;
  /** 'treatment', in sentences and on the button 'Remove treatment'. */
  type: string;
  /** Headlines: 'New treatment', 'Treatment'. */
  title: string;
  audit: AuditType;
}
