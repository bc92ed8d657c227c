/** Live statistics of rule engine queues, and errors in rule chains. */

import { Link } from '@tanstack/react-router'
import { ArrowLeft, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { QueueChartBoard } from './queue-chart-board.tsx'
import { QueueErrors } from './queue-errors.tsx'
import { type Queue, useQueues } from './use-queues.ts'

export default function QueueStatistics() {
  const t = useText()
  const { data, error, refetch } = useQueues()
  const queues = useStable(data)
  return (
    <>
      <div className="sd-page-head">
        <Link to="/usage" search={{}} className="sd-icon-button" aria-label={t('usage.back')} title={t('usage.back')}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
        </Link>
        <h1>{t('usage.statisticsTitle')}</h1>
      </div>
      <p className="sd-usage-note">{t('usage.statisticsNote')}</p>
      {queues ? (
        queues.length === 0 ? (
          <EmptyState
            icon={<Workflow size={24} strokeWidth={1.75} />}
            title={t('usage.statisticsEmptyTitle')}
            text={t('usage.statisticsEmptyText')}
          />
        ) : (
          <>
            <QueueChartBoard queues={queues} />
            <QueueErrors queues={queues} />
          </>
        )
      ) : error ? (
        <div className="sd-card">
          <ErrorState title={t('usage.statisticsFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton width="30%" height={20} />
      )}
    </>
  )
}

/** Returns the same array while its content is equal, so that charts stay open after a reload. */
function useStable(queues: readonly Queue[] | undefined): readonly Queue[] | undefined {
  const text = queues && JSON.stringify(queues)
  return useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as readonly Queue[])), [text])
}
