/** Versions of a dashboard: who saved what and when, what changed, a preview, and restoring one. */

import './versions.css'
import { dashboardChanges } from '@sonde/model/dashboards/dashboard-changes'
import { type DashboardVersion, dashboardVersionsMax } from '@sonde/model/dashboards/dashboard-version'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, History, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import type { WidgetTypes } from '../widget-types.ts'
import { ChangesList } from './changes-list.tsx'
import { useVersionCalls } from './use-version-calls.ts'
import { versionSummary } from './version-summary.ts'

const VersionPreview = lazyComponent(() => import('./version-preview.tsx'), 'VersionPreview')

const newestFirst = {
  pageSize: dashboardVersionsMax,
  page: 0,
  sortProperty: 'number',
  sortOrder: 'DESC',
} as const

export interface DashboardVersionsProps {
  readonly dashboardId: string
  readonly title: string
  /** Widget types of the preview. */
  readonly types: WidgetTypes
  readonly onClose: () => void
}

export function DashboardVersions({ dashboardId, title, types, onClose }: DashboardVersionsProps) {
  const t = useText()
  const calls = useVersionCalls()
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboards', dashboardId, 'versions'],
    queryFn: ({ signal }) => calls.versions(dashboardId, newestFirst, { signal, ignoreErrors: true }),
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const versions = data?.data ?? []
  const open = versions.find(({ number }) => number === chosen) ?? versions[0]
  return (
    <Dialog title={t('dashboardVersions.title', { name: title })} onClose={onClose} size={860} isFlush>
      {error ? (
        <ErrorState title={t('dashboardVersions.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="db-version-loading" aria-busy>
          <Skeleton width="60%" height={20} />
          <Skeleton width="80%" height={20} />
        </div>
      ) : !open ? (
        <EmptyState
          icon={<History size={24} strokeWidth={1.75} aria-hidden />}
          title={t('dashboardVersions.none')}
          text={t('dashboardVersions.noneText')}
        />
      ) : (
        <div className="db-versions">
          <VersionList versions={versions} open={open} onOpen={setChosen} />
          <VersionDetails
            key={`${open.number} ${versions[0]?.number}`}
            dashboardId={dashboardId}
            versions={versions}
            version={open}
            types={types}
            // A modal dialog would block the button of the toast.
            onRestored={onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

interface VersionListProps {
  readonly versions: readonly DashboardVersion[]
  readonly open: DashboardVersion
  readonly onOpen: (number: number) => void
}

function VersionList({ versions, open, onOpen }: VersionListProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = Date.now()
  return (
    <ul className="db-version-list" aria-label={t('dashboardVersions.list')}>
      {versions.map((version) => (
        <li key={version.number}>
          <button
            type="button"
            aria-current={version === open ? 'true' : undefined}
            onClick={() => onOpen(version.number)}
          >
            <strong>
              {t('dashboardVersions.version', { number: String(version.number) })}
              {version === versions[0] && ` (${t('dashboardVersions.current')})`}
            </strong>
            <span>
              {version.author?.name ?? t('dashboardVersions.unknownAuthor')}, {format.when(version.createdTime, nowMs)}
            </span>
            <span>{versionSummary(version, t)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface VersionDetailsProps {
  readonly dashboardId: string
  readonly versions: readonly DashboardVersion[]
  readonly version: DashboardVersion
  readonly types: WidgetTypes
  readonly onRestored: () => void
}

function VersionDetails({ dashboardId, versions, version, types, onRestored }: VersionDetailsProps) {
  const t = useText()
  const format = useFormat()
  const { number } = version
  const newest = versions[0]?.number ?? number
  const isNewest = number === newest
  const before = versions[versions.indexOf(version) + 1]?.number
  const [comparison, setComparison] = useState<'inVersion' | 'ifRestored'>('inVersion')
  const [isPreviewed, setPreviewed] = useState(false)
  const { isRestoring, restore } = useRestore(dashboardId, newest)
  const one = useVersion(dashboardId, number)
  const other = useVersion(dashboardId, comparison === 'inVersion' ? before : newest)
  const error = one.error ?? other.error
  return (
    <div className="db-version">
      <div className="db-version-head">
        <h2>{t('dashboardVersions.version', { number: String(number) })}</h2>
        <span>{fileSize(version.bytes, t, format)}</span>
        <span className="sd-spacer" />
        <Button
          icon={<Eye size={16} strokeWidth={2} aria-hidden />}
          disabled={!one.data}
          onClick={() => setPreviewed(true)}
        >
          {t('dashboardVersions.preview')}
        </Button>
        {!isNewest && (
          <Button
            kind="filled"
            icon={<RotateCcw size={16} strokeWidth={2} aria-hidden />}
            disabled={isRestoring}
            onClick={() => void restore(number).then((isDone) => isDone && onRestored())}
          >
            {t('dashboardVersions.restore')}
          </Button>
        )}
      </div>
      {!isNewest && (
        <Segmented
          label={t('dashboardVersions.compare')}
          size="sm"
          options={(['inVersion', 'ifRestored'] as const).map((value) => ({
            value,
            label: t(`dashboardVersions.${value}`),
          }))}
          value={comparison}
          onChange={setComparison}
        />
      )}
      {error ? (
        <ErrorState
          isSmall
          title={t('dashboardVersions.versionFailed')}
          error={error}
          onRetry={() => void Promise.all([one.refetch(), other.refetch()])}
        />
      ) : comparison === 'inVersion' && before === undefined ? (
        <p>{t('dashboardVersions.firstText')}</p>
      ) : one.data && other.data ? (
        <ChangesList changes={dashboardChanges(other.data, one.data)} />
      ) : (
        <Skeleton width="60%" height={16} />
      )}
      {isPreviewed && one.data && (
        <Suspense>
          <VersionPreview dashboard={one.data} number={number} types={types} onClose={() => setPreviewed(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Content of a version, which never changes; undefined: none is asked for. */
function useVersion(dashboardId: string, number: number | undefined) {
  const calls = useVersionCalls()
  return useQuery({
    queryKey: ['dashboardVersion', dashboardId, number],
    queryFn: ({ signal }) => calls.version(dashboardId, number ?? 0, { signal, ignoreErrors: true }),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Restores versions, with undo. `newest`: number of the current version, which others may have replaced by now. */
function useRestore(dashboardId: string, newest: number) {
  const t = useText()
  const calls = useVersionCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [isRestoring, setRestoring] = useState(false)

  /** Returns the number of the new version; undefined when the call failed and showed the error. */
  async function save(number: number, basedOn: number): Promise<number | undefined> {
    try {
      const { version } = await calls.restoreVersion(dashboardId, number, { basedOn })
      return version
    } catch {
      return undefined
    } finally {
      await queries.invalidateQueries({ queryKey: ['dashboards'] })
    }
  }

  async function restore(number: number): Promise<boolean> {
    setRestoring(true)
    const version = await save(number, newest)
    setRestoring(false)
    if (version === undefined) return false
    toasts.show({
      kind: 'success',
      text: t('dashboardVersions.restored', { number: String(number) }),
      action: { label: t('ui.undo'), onSelect: () => void save(newest, version) },
    })
    return true
  }

  return { isRestoring, restore }
}
