/** Table of an edge's downlinks: delivered ones, and pending ones until the edge connects. */

import type { EdgeCalls } from '@sonde/client/edges/edge-calls'
import type { Edge, EdgeEvent } from '@sonde/model/edges/edge'
import { isEntityType } from '@sonde/model/ids'
import { Send } from 'lucide-react'
import type { TabTableDescription } from '../../entity-pages/tab-table/use-tab-table.ts'
import type { Client } from '../../session/page-client.ts'
import type { CellContext } from '../../ui/entity-table/entity-description.ts'

export interface Downlink extends EdgeEvent {
  /** True: the edge has received it; false: it waits for the edge to connect. */
  readonly isDeployed: boolean
}

const dayMs = 86_400_000
/** Server attribute of an edge: it has received all downlinks created before this time. Epoch ms. */
const queueStartKey = 'queueStartTs'

const typeText = ({ type }: Downlink, { t }: CellContext) =>
  isEntityType(type) ? t(`entityTypes.${type}`) : words(type)
/** Formats a code as words: `ATTRIBUTES_UPDATED` becomes `Attributes updated`. */
const words = (code: string) => {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface DownlinkTableDeps {
  readonly edge: Pick<Edge, 'id'>
  readonly edges: EdgeCalls
  readonly telemetry: Client['telemetry']
}

export function downlinkTable({ edge, edges, telemetry }: DownlinkTableDeps): TabTableDescription<Downlink> {
  const status = ({ isDeployed }: Downlink, { t }: CellContext) => (
    <span className="sd-activity" data-off={!isDeployed || undefined}>
      <i aria-hidden />
      {t(isDeployed ? 'edges.DEPLOYED' : 'edges.PENDING')}
    </span>
  )
  return {
    name: 'downlinks',
    prefix: 'downlinks.',
    queryKey: ['edges', 'downlinks', edge.id.id],
    title: 'edges.downlinks',
    icon: <Send size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ action }) => words(action),
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    windowMs: dayMs,
    hasNoSearch: true,
    async load(link, _, signal) {
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
      const [page, attributes] = await Promise.all([
        edges.events(edge.id.id, link, { signal, ignoreErrors: true }),
        telemetry.attributes(edge.id, 'SERVER_SCOPE', [queueStartKey], quiet),
      ])
      const startTs = Number(attributes.find(({ key }) => key === queueStartKey)?.value ?? 0)
      return { ...page, data: page.data.map((event) => ({ ...event, isDeployed: event.createdTime < startTs })) }
    },
    columns: [
      {
        id: 'time',
        title: 'edges.eventTime',
        priority: 1,
        minWidth: 150,
        sortProperty: 'createdTime',
        cell: ({ createdTime }, { format }) => <span className="sd-num">{format.dateTime(createdTime)}</span>,
      },
      {
        id: 'action',
        title: 'edges.eventAction',
        priority: 2,
        minWidth: 140,
        underName: ({ action }) => words(action),
        cell: ({ action }) => words(action),
      },
      { id: 'type', title: 'edges.eventType', priority: 3, minWidth: 110, underName: typeText, cell: typeText },
      { id: 'status', title: 'edges.eventStatus', priority: 4, minWidth: 100, underName: status, cell: status },
      {
        id: 'entity',
        title: 'edges.eventEntity',
        priority: 5,
        minWidth: 140,
        cell: ({ entityId }, { t }) =>
          entityId ? (
            <span className="sd-mono" title={entityId}>
              {entityId}
            </span>
          ) : (
            t('ui.none')
          ),
      },
    ],
    rowActions: [],
    bulkActions: [],
    phone: {
      mark: ({ isDeployed }) => (
        <span className="sd-activity" data-off={!isDeployed || undefined}>
          <i aria-hidden />
        </span>
      ),
      line: (event, context) =>
        [
          typeText(event, context),
          context.t(event.isDeployed ? 'edges.DEPLOYED' : 'edges.PENDING'),
          context.format.dateTime(event.createdTime),
        ].join(', '),
    },
    texts: {
      search: 'edges.downlinks',
      emptyTitle: 'edges.noDownlinks',
      emptyText: 'edges.noDownlinksText',
      noMatch: 'edges.noDownlinks',
      noFilterMatch: 'edges.noDownlinks',
      failed: 'edges.downlinksFailed',
    },
  }
}
