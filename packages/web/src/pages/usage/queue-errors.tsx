/** Table of errors in rule chains: the last error of each node and minute, newest first. */

import { entityId } from '@sonde/model/ids'
import { ruleEngineExceptionKey } from '@sonde/model/queues/queue-statistics'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { EntityLink } from '../../entities/entity-link.tsx'
import { pageOfAll } from '../../entity-pages/tab-table/page-of-all.ts'
import { TabTable } from '../../entity-pages/tab-table/tab-table.tsx'
import { type TabTableDescription, useTabTable } from '../../entity-pages/tab-table/use-tab-table.ts'
import type { Translate } from '../../locale/texts.ts'
import { useText } from '../../locale/use-text.tsx'
import type { Client } from '../../session/page-client.ts'
import { useClient } from '../../session/use-session.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { FactsDialog } from '../../ui/dialog/facts-dialog.tsx'
import { momentCell } from '../../ui/entity-table/standard-columns.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { loadQueueErrors, type Queue, type QueueErrorRow, queuesRoom } from './use-queues.ts'

const windowMs = 30 * 86_400_000
const queryKey = [queuesRoom, 'errors']

const chainOf = ({ exception }: QueueErrorRow, t: Translate) => exception.ruleChainName ?? t('usage.noChain')
const nodeOf = ({ exception }: QueueErrorRow, t: Translate) => exception.ruleNodeName ?? t('usage.noNode')

/** Link to the rule chain; for a deleted one, the linked page shows that it was not found. */
function ChainCell({ row, t }: { readonly row: QueueErrorRow; readonly t: Translate }) {
  const { ruleChainId } = row.exception
  return ruleChainId ? (
    <EntityLink id={entityId('RULE_CHAIN', ruleChainId)} name={chainOf(row, t)} />
  ) : (
    <span className="sd-text-3">{chainOf(row, t)}</span>
  )
}

function queueErrorTable(
  telemetry: Client['telemetry'],
  queues: readonly Queue[],
  t: Translate,
): TabTableDescription<QueueErrorRow> {
  return {
    name: 'queueErrors',
    prefix: 'errors.',
    queryKey: [...queryKey, ...queues.map(({ id }) => id.id)],
    windowMs,
    title: 'usage.errors',
    icon: <TriangleAlert size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id,
    nameOf: ({ exception }) => exception.message,
    defaultSort: { property: 'ts', direction: 'DESC' },
    async load(link, _, signal) {
      const range = { startTime: link.startTime ?? 0, endTime: link.endTime ?? 0 }
      return pageOfAll(await loadQueueErrors(telemetry, queues, range, signal), link, {
        textsOf: (row) => [chainOf(row, t), nodeOf(row, t), row.exception.message],
        sortValues: {
          ts: ({ ts }) => ts,
          chain: (row) => chainOf(row, t),
          node: (row) => nodeOf(row, t),
          message: ({ exception }) => exception.message,
        },
      })
    },
    columns: [
      {
        id: 'ts',
        title: 'usage.errorTime',
        priority: 2,
        minWidth: 120,
        sortProperty: 'ts',
        cell: ({ ts }, context) => momentCell(ts, context),
      },
      {
        id: 'chain',
        title: 'usage.errorChain',
        priority: 3,
        minWidth: 150,
        sortProperty: 'chain',
        underName: (row) => chainOf(row, t),
        cell: (row) => <ChainCell row={row} t={t} />,
        text: (row) => chainOf(row, t),
      },
      {
        id: 'node',
        title: 'usage.errorNode',
        priority: 4,
        minWidth: 150,
        sortProperty: 'node',
        underName: (row) => nodeOf(row, t),
        cell: (row) => nodeOf(row, t),
        text: (row) => nodeOf(row, t),
      },
      {
        id: 'message',
        title: 'usage.errorMessage',
        priority: 1,
        minWidth: 260,
        sortProperty: 'message',
        cell: ({ exception }) => <span title={exception.message}>{exception.message}</span>,
        text: ({ exception }) => exception.message,
      },
    ],
    rowActions: [],
    bulkActions: [],
    phone: {
      mark: () => <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />,
      line: (row) => `${chainOf(row, t)}, ${nodeOf(row, t)}`,
      end: ({ ts }, context) => momentCell(ts, context),
    },
    texts: {
      search: 'usage.errorsSearch',
      emptyTitle: 'usage.errorsEmptyTitle',
      emptyText: 'usage.errorsEmptyText',
      noMatch: 'usage.errorsNoMatch',
      noFilterMatch: 'usage.errorsNoMatchAtAll',
      failed: 'usage.errorsFailed',
    },
  }
}

/** `queues` must be referentially stable. */
export function QueueErrors({ queues }: { readonly queues: readonly Queue[] }) {
  const t = useText()
  const { telemetry, live } = useClient()
  const queries = useQueryClient()
  const description = useMemo(() => queueErrorTable(telemetry, queues, t), [telemetry, queues, t])
  const table = useTabTable(description)

  // Errors arrive at most once a minute, several at a time.
  useEffect(() => {
    const stops = queues.map(({ id }) =>
      live.subscribeTelemetry(id, [ruleEngineExceptionKey], null, ({ isSnapshot }) => {
        if (!isSnapshot) void queries.invalidateQueries({ queryKey })
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [live, queries, queues])

  return (
    <section className="sd-card sd-usage-errors" aria-label={t('usage.errors')}>
      <h2>{t('usage.errors')}</h2>
      <TabTable table={table} />
      {table.openRow && <QueueErrorDialog row={table.openRow} onClose={table.close} />}
    </section>
  )
}

function QueueErrorDialog({ row, onClose }: { readonly row: QueueErrorRow; readonly onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <FactsDialog
      title={t('usage.errorTitle')}
      onClose={onClose}
      facts={
        <>
          <dt>{t('usage.errorTime')}</dt>
          <dd className="sd-num">{format.dateTime(row.ts)}</dd>
          <dt>{t('usage.errorChain')}</dt>
          <dd>
            <ChainCell row={row} t={t} />
          </dd>
          <dt>{t('usage.errorNode')}</dt>
          <dd>{nodeOf(row, t)}</dd>
          <dt>{t('usage.errorQueue')}</dt>
          <dd>{t('usage.queueOf', { queue: row.of.queue, service: row.of.serviceId })}</dd>
        </>
      }
    >
      <CodeBlock text={row.exception.message} />
    </FactsDialog>
  )
}
