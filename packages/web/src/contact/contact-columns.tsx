/** Contact columns of tenants and customers. */

import type { Contact } from '@sonde/model/customers/contact'
import type { MessageKey } from '../locale/messages.ts'
import type { CellContext, EntityColumn } from '../ui/entity-table/entity-description.ts'

type ContactField = keyof Contact & ('email' | 'country' | 'city' | 'phone' | 'state' | 'zip' | 'address')

interface ContactColumn {
  readonly field: ContactField
  readonly title: MessageKey
  readonly priority: number
  readonly minWidth: number
  readonly isExtra?: boolean
}

const wanted: readonly ContactColumn[] = [
  { field: 'email', title: 'contact.email', priority: 3, minWidth: 180 },
  { field: 'country', title: 'contact.country', priority: 4, minWidth: 120 },
  { field: 'city', title: 'contact.city', priority: 5, minWidth: 120 },
  { field: 'phone', title: 'contact.phone', priority: 7, minWidth: 120, isExtra: true },
  { field: 'state', title: 'contact.state', priority: 8, minWidth: 120, isExtra: true },
  { field: 'zip', title: 'contact.zip', priority: 9, minWidth: 100, isExtra: true },
  { field: 'address', title: 'contact.address', priority: 10, minWidth: 160, isExtra: true },
]

/** Placed after the module's own columns, before the creation time. */
export const contactColumns = <T extends Pick<Contact, ContactField>>(): readonly EntityColumn<T>[] =>
  wanted.map(({ field, title, priority, minWidth, isExtra }) => ({
    id: field,
    title,
    priority,
    minWidth,
    isExtra,
    sortProperty: field,
    cell: (row: T, { t }: CellContext) => row[field] || t('ui.none'),
  }))
