/** State of the server: CPU, memory, disk, queue and connections. */

import type { ServerState } from '@sonde/model/system/server-state'
import { useQuery } from '@tanstack/react-query'
import { Cpu, HardDrive, Inbox, MemoryStick } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { KpiCard } from './kpi-card.tsx'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const
const whole = { decimals: 0 } as const

/** Polling interval, ms. */
const refreshMs = 5_000
/** Share of the disk in use above which its bar is red. */
const diskFull = 0.9

/** Polled while the page is open. */
export function useServerState() {
  const { system } = useClient()
  return useQuery({
    queryKey: ['system', 'server'],
    refetchInterval: refreshMs,
    queryFn: ({ signal }) => system.server({ signal }),
  })
}

export function ServerCards() {
  const t = useText()
  const format = useFormat()
  const { data: state, error, refetch } = useServerState()
  const size = (bytes: number) => fileSize(bytes, t, format)
  const percent = (share: number) => format.number(share * 100, { decimals: 0, unit: '%' })
  const shared = { error, onRetry: () => void refetch(), whole: 1 }
  const usedDisk = state?.disk ? 1 - state.disk.freeBytes / state.disk.totalBytes : 0
  return (
    <>
      <KpiCard
        {...shared}
        icon={<Cpu {...icon} />}
        title={t('home.cpu')}
        value={state && percent(state.cpu.share)}
        parts={[{ id: 'used', value: state?.cpu.share ?? 0, color: 'var(--sd-chart-1)' }]}
      >
        <span>{t('home.cores', { count: state?.cpu.cores ?? 0 })}</span>
      </KpiCard>
      <KpiCard
        {...shared}
        icon={<MemoryStick {...icon} />}
        title={t('home.memory')}
        value={state && size(state.memory.usedBytes)}
        parts={[{ id: 'used', value: memoryShare(state), color: 'var(--sd-chart-1)' }]}
      >
        <span>{t('home.ofTotal', { total: size(state?.memory.totalBytes ?? 0) })}</span>
      </KpiCard>
      <KpiCard
        {...shared}
        icon={<HardDrive {...icon} />}
        title={t('home.diskUsed')}
        value={state && (state.disk ? size(state.disk.totalBytes - state.disk.freeBytes) : t('ui.none'))}
        parts={[{ id: 'used', value: usedDisk, color: usedDisk > diskFull ? 'var(--sd-error)' : 'var(--sd-chart-1)' }]}
      >
        {state?.disk && <span>{t('home.ofTotal', { total: size(state.disk.totalBytes) })}</span>}
        {state?.databaseBytes != null && (
          <span className="sd-text-3">{t('home.database', { size: size(state.databaseBytes) })}</span>
        )}
      </KpiCard>
      <KpiCard
        {...shared}
        icon={<Inbox {...icon} />}
        title={t('home.waiting')}
        value={state && format.number(state.waitingMessages, whole)}
        parts={[]}
      >
        <span>{t('home.connections', { devices: state?.deviceSessions ?? 0, sockets: state?.webSockets ?? 0 })}</span>
      </KpiCard>
    </>
  )
}

const memoryShare = (state: ServerState | undefined): number =>
  state ? state.memory.usedBytes / state.memory.totalBytes : 0
