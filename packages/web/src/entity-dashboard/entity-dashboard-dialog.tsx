/** Dialog that creates a dashboard from the keys of an entity or of a profile's devices, and opens it. */

import { keyUses } from '@sonde/model/dashboards/entity-dashboard/dashboard-keys'
import { entityDashboard } from '@sonde/model/dashboards/entity-dashboard/entity-dashboard'
import { keyPlaces } from '@sonde/model/key-descriptions/key-order'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { useMemo, useState } from 'react'
import { invalidateEntities } from '../entities/entity-queries.ts'
import { newUuid } from '../entities/new-uuid.ts'
import { useKeyDescriptions, useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states/states.tsx'
import { useToasts } from '../ui/toast/toast-stack.tsx'
import { freeTitle, isOfServer, type OfferedKey, offeredKeys } from './found-keys.ts'
import { KeyChoice } from './key-choice.tsx'
import { type Subject, useLoadedKeys } from './load-keys.ts'

interface EntityDashboardDialogProps {
  readonly subject: Subject
  readonly onClose: () => void
}

const titleMax = 255
/** Names of keys that are left out. */
const namedMax = 5

const none: readonly OfferedKey[] = []

export function EntityDashboardDialog({ subject, onClose }: EntityDashboardDialogProps) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const router = useRouter()
  const toasts = useToasts()
  const sending = useSubmit()
  const loaded = useLoadedKeys(subject)
  const keys = useOffered(subject, loaded.data)
  const [typedTitle, setTitle] = useState<string | null>(null)
  /** Null: the suggested ones. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isTried, setTried] = useState(false)

  const isProfile = subject.kind === 'profile'
  const isDevice = isProfile || subject.entity.entityType === 'DEVICE'
  const usual = isProfile ? t('entityDashboard.profileTitle', { name: subject.name }) : subject.name
  const title = typedTitle ?? freeTitle(usual, loaded.data?.titles ?? []).slice(0, titleMax)
  const selected = keys?.filter((key) => chosen?.has(key.id) ?? key.isSuggested) ?? none
  const leftOut = useMemo(() => keyUses(selected, isDevice).leftOut, [selected, isDevice])
  const isEmpty = keys?.every(isOfServer)
  const titleError =
    title.trim() === '' || title.trim().length > titleMax
      ? t('entityDashboard.titleNeeded', { max: titleMax })
      : undefined
  // Devices of a profile are counted and listed even without keys.
  const keysError = selected.length === 0 && !isProfile ? t('entityDashboard.keysNeeded') : null

  function create() {
    setTried(true)
    if (!keys || titleError || keysError) return
    void sending.submit(async () => {
      const { configuration } = entityDashboard(subject, selected, { newId: newUuid, texts: textsOf(t) })
      const { id, title: stored } = await client.dashboards.save(
        { title: title.trim(), configuration },
        { ignoreErrors: true },
      )
      const before = router.state.location.href
      onClose()
      await router.navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: id.id } })
      toasts.show({
        kind: 'success',
        text: t('entityDashboard.created', { title: stored }),
        action: { label: t('ui.undo'), onSelect: () => void undo(id.id, stored, before) },
      })
      await invalidateEntities(queries, 'dashboards')
    })
  }

  /** The dashboard moves to the trash; a user who still sees it comes back to the entity. */
  async function undo(id: string, stored: string, before: string) {
    // A failed request shows its error in a toast.
    await client.dashboards.delete(id).then(
      async () => {
        toasts.show({ kind: 'success', text: t('entityDashboard.undone', { title: stored }) })
        if (router.state.location.pathname.endsWith(`/${id}`)) router.history.push(before)
        await invalidateEntities(queries, 'dashboards')
      },
      () => {},
    )
  }

  function connect() {
    if (isProfile) return
    onClose()
    void router.navigate({ to: '.', search: (now) => ({ ...now, connect: subject.entity.id }) })
  }

  return (
    <FormDialog
      title={t('entityDashboard.title', { name: subject.name })}
      size={640}
      action={t('entityDashboard.action')}
      isReady={keys !== undefined && !(isEmpty && !isProfile)}
      sending={sending}
      onClose={onClose}
      onSubmit={create}
    >
      {loaded.error ? (
        <ErrorState
          title={t('entityDashboard.failed')}
          error={loaded.error}
          isSmall
          onRetry={() => void loaded.refetch()}
        />
      ) : isEmpty && !isProfile ? (
        <EmptyState
          icon={<Unplug size={24} strokeWidth={1.75} />}
          title={t(isDevice ? 'entityDashboard.emptyDevice' : 'entityDashboard.emptyOther')}
          text={t(isDevice ? 'entityDashboard.emptyDeviceText' : 'entityDashboard.emptyOtherText')}
        >
          {isDevice && <Button onClick={connect}>{t('entityDashboard.connect')}</Button>}
        </EmptyState>
      ) : keys ? (
        <>
          <p className="sd-text-2">{t(isProfile ? 'entityDashboard.profileText' : 'entityDashboard.text')}</p>
          <TextField
            label={t('entityDashboard.dashboardTitle')}
            value={title}
            error={isTried ? titleError : undefined}
            autoComplete="off"
            onChange={setTitle}
          />
          {isEmpty ? (
            <p role="status">
              <strong>{t('entityDashboard.emptyProfile')}</strong>
              <br />
              {t('entityDashboard.emptyProfileText')}
            </p>
          ) : (
            <KeyChoice keys={keys} selected={new Set(selected.map(({ id }) => id))} onSelected={setChosen} />
          )}
          <FormError text={isTried ? keysError : null} />
          {leftOut.length > 0 && (
            <p role="status" className="sd-field-note">
              {t('entityDashboard.leftOut', { count: leftOut.length, list: leftOutText(leftOut) })}
            </p>
          )}
        </>
      ) : (
        <div className="sd-form" role="status" aria-label={t('entityDashboard.loading')}>
          {[0, 1, 2, 3, 4].map((at) => (
            <Skeleton key={at} height={28} />
          ))}
        </div>
      )}
    </FormDialog>
  )

  function leftOutText(left: readonly { readonly label: string }[]): string {
    const list = left
      .slice(0, namedMax)
      .map(({ label }) => label)
      .join(', ')
    const count = left.length - namedMax
    return count > 0 ? t('entityDashboard.leftOutMore', { list, count }) : list
  }
}

/** Undefined while loading. */
function useOffered(subject: Subject, loaded: ReturnType<typeof useLoadedKeys>['data']) {
  const profile = subject.kind === 'profile' ? subject.name : subject.profile
  const { data, error } = useKeyDescriptions()
  const lookup = useKeyLookup()
  // Without descriptions, keys keep their names.
  const descriptions = data ?? (error ? noKeyDescriptions : undefined)
  return useMemo(() => {
    if (!loaded || !descriptions) return undefined
    return offeredKeys(loaded.keys, {
      describe: (key) => lookup(key, profile),
      placeOf: keyPlaces(descriptions, profile),
      limitsOf: (key) => loaded.limits.get(key) ?? [],
    })
  }, [loaded, descriptions, lookup, profile])
}

const textsOf = (t: ReturnType<typeof useText>) => ({
  alarms: t('entityDashboard.alarms'),
  values: t('entityDashboard.values'),
  map: t('entityDashboard.map'),
  devices: t('entityDashboard.devices'),
  active: t('entityDashboard.active'),
  inactive: t('entityDashboard.inactive'),
  device: t('entityDashboard.device'),
  openDevice: t('entityDashboard.openDevice'),
  andMore: (labels: string, count: number) => t('entityDashboard.andMore', { labels, count }),
})
