/** Downlinks of an edge, delivered and pending, with the content of each. */

import type { Edge } from '@sonde/model/edges/edge'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TabTable } from '../../entity-pages/tab-table/tab-table.tsx'
import { useTabTable } from '../../entity-pages/tab-table/use-tab-table.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { CodeBlock } from '../../ui/copy/code-block.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { contentPath } from './downlink-content.ts'
import { type Downlink, downlinkTable } from './downlink-table.tsx'
import { useEdgeCalls } from './edge-calls.ts'

export default function DownlinksTab({ edge }: { edge: Edge }) {
  const edges = useEdgeCalls()
  const { telemetry } = useClient()
  const { id } = edge
  const description = useMemo(() => downlinkTable({ edge: { id }, edges, telemetry }), [id, edges, telemetry])
  const table = useTabTable<Downlink>(description)
  return (
    <>
      <TabTable table={table} />
      {table.openRow && <DownlinkDialog event={table.openRow} onClose={table.close} />}
    </>
  )
}

function DownlinkDialog({ event, onClose }: { event: Downlink; onClose: () => void }) {
  const t = useText()
  const { rest } = useClient()
  const path = contentPath(event)
  const content = useQuery({
    queryKey: ['edges', 'downlinkContent', event.id.id],
    enabled: path !== null,
    queryFn: ({ signal }) => rest.request<unknown>('GET', path ?? '', { signal, ignoreErrors: true }),
  })
  const data = path === null ? event.body : content.data
  return (
    <Dialog title={t('edges.dataTitle')} size={640} onClose={onClose}>
      {content.isError ? (
        <ErrorState isSmall title={t('edges.dataGone')} error={content.error} onRetry={() => void content.refetch()} />
      ) : data !== undefined && data !== null ? (
        <CodeBlock text={JSON.stringify(data, null, 2)} />
      ) : path === null ? (
        <p className="sd-text-2">{t('edges.noData')}</p>
      ) : (
        <Skeleton height={120} />
      )}
    </Dialog>
  )
}
