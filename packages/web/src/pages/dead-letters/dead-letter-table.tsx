/** Table of dead letters: columns and filters for the entity page. */

import type { DeadLetterCalls } from '@sonde/client/dead-letters/dead-letter-calls'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { messageTypeLabel } from '@sonde/model/rule-chains/message-types'
import { MailX, RotateCcw } from 'lucide-react'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityLink } from '../../entities/entity-link.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityColumn, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { momentCell } from '../../ui/entity-table/standard-columns.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { deadLetterName, deadLetterRoom, originatorText } from './dead-letter-calls.ts'
import { OriginatorLink } from './originator-link.tsx'

interface DeadLetterTableDeps {
  readonly deadLetters: DeadLetterCalls
  readonly actions: readonly EntityAction<DeadLetter>[]
  /** Lists dead letters of all tenants, for system administrators. */
  readonly isSystem: boolean
}

const tenantColumn: EntityColumn<DeadLetter> = {
  id: 'tenant',
  title: 'deadLetters.tenant',
  priority: 4,
  minWidth: 130,
  underName: ({ tenantName }) => tenantName,
  cell: ({ tenantId, tenantName }) =>
    tenantName === null ? (
      <span className="sd-mono">{tenantId.id}</span>
    ) : (
      <EntityLink id={tenantId} name={tenantName} />
    ),
  text: ({ tenantId, tenantName }) => tenantName ?? tenantId.id,
}

const columns: readonly EntityColumn<DeadLetter>[] = [
  {
    id: 'time',
    title: 'deadLetters.time',
    priority: 1,
    minWidth: 150,
    sortProperty: 'createdTime',
    cell: ({ createdTime }, context) => momentCell(createdTime, context),
  },
  {
    id: 'originator',
    title: 'deadLetters.originator',
    priority: 2,
    minWidth: 150,
    underName: originatorText,
    cell: (letter) => <OriginatorLink letter={letter} />,
    text: originatorText,
  },
  {
    id: 'messageType',
    title: 'deadLetters.messageType',
    priority: 5,
    minWidth: 150,
    sortProperty: 'messageType',
    cell: ({ messageType }) => <span title={messageType}>{messageTypeLabel(messageType)}</span>,
    text: ({ messageType }) => messageType,
  },
  {
    id: 'reason',
    title: 'deadLetters.reason',
    priority: 3,
    minWidth: 260,
    sortProperty: 'reason',
    underName: ({ reason }) => reason,
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
    text: ({ reason }) => reason,
  },
  {
    id: 'accepted',
    title: 'deadLetters.accepted',
    priority: 7,
    minWidth: 120,
    isExtra: true,
    cell: ({ messageTs }, context) => momentCell(messageTs, context),
  },
  {
    id: 'size',
    title: 'deadLetters.size',
    priority: 6,
    minWidth: 90,
    isNumeric: true,
    sortProperty: 'size',
    cell: ({ size }, { t, format }) => fileSize(size, t, format),
    text: ({ size }) => String(size),
  },
]

export function deadLetterTable(deps: DeadLetterTableDeps): EntityTableDescription<DeadLetter> {
  const { deadLetters, actions, isSystem } = deps
  const [quickAction] = actions
  return {
    name: deadLetterRoom,
    title: 'deadLetters.title',
    icon: <MailX size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id,
    nameOf: deadLetterName,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => deadLetters.list(link, { signal, ignoreErrors: true }),
    columns: isSystem ? [...columns.slice(0, 1), tenantColumn, ...columns.slice(1)] : columns,
    quickAction,
    rowActions: actions,
    bulkActions: [
      {
        id: 'replay',
        label: 'deadLetters.replay',
        icon: <RotateCcw size={18} strokeWidth={1.75} aria-hidden />,
        confirm: {
          title: 'deadLetters.replayTitle',
          text: 'deadLetters.replayText',
          action: 'deadLetters.replayAction',
        },
        done: 'deadLetters.replayed',
        run: ({ id }, how) => deadLetters.replay(id, how),
      },
      deleteMany<DeadLetter>({
        room: 'deadLetters',
        run: ({ id }, how) => deadLetters.delete(id, how),
      }),
    ],
    phone: {
      mark: ({ originator }) => (
        <span className="sd-text-3">
          <EntityKindIcon entityType={originator.entityType} size={18} />
        </span>
      ),
      line: ({ reason }) => reason,
      end: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
    },
    texts: {
      search: 'deadLetters.search',
      emptyTitle: 'deadLetters.emptyTitle',
      emptyText: 'deadLetters.emptyText',
      noMatch: 'deadLetters.noMatch',
      noFilterMatch: 'deadLetters.noMatch',
      failed: 'deadLetters.listFailed',
    },
  }
}
