/** Asks about unsaved changes of an earlier visit before the dashboard is edited. Never restores them by itself. */

import type { VersionedDashboard } from '@sonde/client/dashboards/dashboard-version-calls'
import { replaceContent } from '@sonde/model/dashboards/editing/state-commands'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useMinuteText } from '../../../ui/format/use-minute-text.ts'
import { useVersionCalls } from '../../versions/use-version-calls.ts'
import type { Editor } from '../use-editor.ts'
import { type Draft, readDraft, removeDraft } from './draft-store.ts'
import { useDraftKey } from './use-draft.ts'

interface DraftOfferProps {
  readonly editor: Editor
  /** The dashboard as it is saved now. */
  readonly based: VersionedDashboard
  /** Called once: with what the restored changes are based on; null: there are none, or they were discarded. */
  readonly onDecided: (base: VersionedDashboard | null) => void
}

export function DraftOffer({ editor, based, onDecided }: DraftOfferProps) {
  const t = useText()
  const minuteText = useMinuteText()
  const calls = useVersionCalls()
  const key = useDraftKey(based.dashboard.id.id)
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: ['dashboardDraft', key],
    // Without storage there is no draft.
    queryFn: () => (key ? readDraft(key).catch(() => null) : null),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  const skip = useEffectEvent(() => onDecided(null))
  const isMissing = data === null
  useEffect(() => {
    if (isMissing) skip()
  }, [isMissing])
  if (!data) return null

  async function restore(draft: Draft) {
    setBusy(true)
    // The newest version, unless the changes are based on an older one: then the save finds the conflict.
    const base = draft.version === based.version ? based : await baseOf(draft.version)
    editor.run(replaceContent({ kind: 'restoreDraft', name: '', count: 1 }, draft.dashboard))
    editor.say(t('dashboardSetup.draftRestored'))
    onDecided(base)
  }

  async function baseOf(version: number): Promise<VersionedDashboard> {
    const { id } = based.dashboard.id
    // Old versions are deleted: the changes since then can't be shown, but the save still asks.
    const dashboard = await calls.version(id, version, { ignoreErrors: true }).catch(() => based.dashboard)
    return { dashboard, version }
  }

  async function discard() {
    setBusy(true)
    if (key) await removeDraft(key).catch(() => {})
    onDecided(null)
  }

  return (
    <Dialog
      title={t('dashboardSetup.draftTitle')}
      role="alertdialog"
      isLocked
      onClose={() => {}}
      footer={
        <>
          <Button kind="dangerText" disabled={isBusy} onClick={() => void discard()}>
            {t('dashboardSetup.draftDiscard')}
          </Button>
          <Button kind="filled" busy={isBusy} data-autofocus onClick={() => void restore(data)}>
            {t('dashboardSetup.draftRestore')}
          </Button>
        </>
      }
    >
      <div className="sd-text-2">
        <p>
          {t('dashboardSetup.draftText', {
            time: minuteText(data.time, Date.now()),
          })}
        </p>
        {data.version !== based.version && <p>{t('dashboardSetup.draftConflict')}</p>}
      </div>
    </Dialog>
  )
}
