/** Editor of a dashboard: the viewer with its live widgets, in a grid that edits them, and a bar to save the changes. */

import './editor.css'
import './menu-rail.css'
import type { VersionedDashboard } from '@sonde/client/dashboards/dashboard-version-calls'
import { ApiError } from '@sonde/client/rest/api-error'
import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { openStates, type StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { DashboardConflict } from '@sonde/model/dashboards/dashboard-version'
import type { EditableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import { withSharedParts } from '@sonde/model/dashboards/editing/shared-parts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactElement, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { SaveBar } from '../../ui/field/save-bar.tsx'
import { useUnsavedGuard } from '../../ui/field/use-unsaved-guard.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { usePageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'
import { isTyping } from '../../ui/shortcuts/shortcuts.ts'
import { failureText } from '../../ui/states/failure-text.ts'
import { ErrorState } from '../../ui/states/states.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import type { DashboardEditing } from '../dashboard-editing.ts'
import { DashboardView, type DashboardViewProps } from '../dashboard-view.tsx'
import { SaveConflict } from '../versions/save-conflict.tsx'
import { useVersionCalls } from '../versions/use-version-calls.ts'
import { commandWords } from './command-words.ts'
import { DraftOffer } from './drafts/draft-offer.tsx'
import { useDraft } from './drafts/use-draft.ts'
import { EditorBar } from './editor-bar.tsx'
import { EditorGrid } from './editor-grid.tsx'
import { editorShortcuts } from './editor-shortcuts.ts'
import { EditorTools } from './editor-tools.tsx'
import type { SourceChoice } from './library/source-choice.ts'
import { type Device, DeviceSwitch, devicePx } from './preview/device-switch.tsx'
import { PreviewBar } from './preview/preview-bar.tsx'
import { type Editor, targetPlace, useEditor } from './use-editor.ts'
import { useOpenState } from './use-open-state.ts'

/** Loaded when the settings of a widget are first opened. */
const WidgetPanel = lazyComponent(() => import('./widget-panel/widget-panel.tsx'), 'WidgetPanel')
/** Loaded when a widget is first added. */
const WidgetLibrary = lazyComponent(() => import('./library/widget-library.tsx'), 'WidgetLibrary')
const ImportWidgetDialog = lazyComponent(() => import('./clipboard/import-widget-dialog.tsx'), 'ImportWidgetDialog')

interface DashboardEditorProps {
  readonly dashboard: Dashboard
  /** Normalizes a configuration for the viewer; keeps its identity while the user's language is the same. */
  readonly read: (configuration: unknown) => DashboardConfiguration
  readonly view: Omit<DashboardViewProps, 'configuration' | 'title' | 'editing' | 'onEdit'>
  /** Shown until the editor is ready. */
  readonly loading: ReactElement
  readonly onSaved: (saved: Dashboard) => void
  readonly onClose: () => void
}

/** Loads the newest version before it edits: the one that the viewer shows may be an hour old. */
export function DashboardEditor(props: DashboardEditorProps) {
  const t = useText()
  const calls = useVersionCalls()
  const { id } = props.dashboard.id
  const { data, error, refetch } = useQuery({
    queryKey: ['editedDashboard', id],
    queryFn: ({ signal }) => calls.getVersioned(id, { signal, ignoreErrors: true }),
    // The editor keeps the version that it began with; the next one begins with a new one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <LoadedEditor {...props} based={data} />
  if (!error) return props.loading
  return (
    <div className="db-editor-failed">
      <ErrorState title={t('dashboardEditor.loadFailed')} error={error} onRetry={() => void refetch()} />
      <Button onClick={props.onClose}>{t('dashboardEditor.close')}</Button>
    </div>
  )
}

function LoadedEditor({
  based,
  read,
  view,
  onSaved,
  onClose,
}: DashboardEditorProps & { readonly based: VersionedDashboard }) {
  const t = useText()
  const editor = useEditor(based.dashboard)
  const { changes, selection } = editor
  const save = useSave(editor, based, onSaved)
  const configuration = useShown(editor.dashboard.configuration, read)
  const unsaved = changes + (editor.hasUnapplied ? 1 : 0)
  const [isDiscarding, setDiscarding] = useState(false)
  const close = () => (unsaved > 0 ? setDiscarding(true) : onClose())
  const [isDecided, setDecided] = useState(false)
  const draft = useDraft({ editor, version: save.version, isOn: isDecided })
  const guard = useUnsavedGuard(unsaved > 0, { keepsOverTabs: true, onLeave: draft.discard })
  const [device, setDevice] = useState<Device>('desktop')
  const states = useOpenState(configuration, view)
  /** States that were open in the editor when the preview began; null: no preview. */
  const [previewed, setPreviewed] = useState<readonly StateEntry[] | null>(null)
  const [isBack, setBack] = useState(false)
  useUndoKeys(editor, previewed === null)
  usePageShortcuts(editorShortcuts)
  /** Kept while the editor is open: several widgets in a row are often for the same entity. */
  const [choice, setChoice] = useState<SourceChoice | null>(null)
  const state = openStates(configuration, states).at(-1)
  const adding = { editor, place: targetPlace(editor, state?.id ?? ''), onClose: () => editor.openSide(null) }

  const editing: DashboardEditing = {
    window: configuration.timewindow,
    bar: (parts) => (
      <EditorBar {...parts} editor={editor} configuration={configuration} onClose={close}>
        <DeviceSwitch device={device} onDevice={setDevice} />
        <span className="sd-spacer" />
        <EditorTools
          editor={editor}
          configuration={configuration}
          stateId={parts.stack.at(-1)?.id ?? ''}
          stateParams={parts.stack.at(-1)?.params ?? {}}
          onOpenState={(id) => parts.onStack([{ id, params: {} }])}
          onPreview={() => setPreviewed(parts.stack)}
          isBack={isBack}
        />
      </EditorBar>
    ),
    side: editor.side === 'widget' && selection?.ids.length === 1 && (
      <Suspense>
        <WidgetPanel editor={editor} configuration={configuration} selection={selection} />
      </Suspense>
    ),
    grid: (parts) => <EditorGrid key={`${parts.place.stateId} ${parts.place.layoutId}`} {...parts} editor={editor} />,
  }

  return (
    <>
      <DashboardView
        {...view}
        // The preview begins as for a viewer who opens the dashboard.
        key={previewed ? 'preview' : 'editor'}
        states={states}
        title={editor.dashboard.title}
        configuration={configuration}
        screenPx={devicePx[device]}
        {...(!previewed && { editing })}
      />
      {!isDecided && (
        <DraftOffer
          editor={editor}
          based={based}
          onDecided={(base) => {
            if (base) save.rebase(base)
            setDecided(true)
          }}
        />
      )}
      {previewed && (
        <PreviewBar
          device={device}
          onDevice={setDevice}
          hasChanges={changes > 0}
          onBack={() => {
            view.onStates(previewed)
            setPreviewed(null)
            setBack(true)
          }}
        />
      )}
      <div className="sd-hidden-text" role="status">
        {editor.said}
      </div>
      {editor.side === 'library' && !previewed && (
        <Suspense>
          <WidgetLibrary
            {...adding}
            configuration={configuration}
            stateParams={state?.params ?? noParams}
            types={view.types}
            choice={choice}
            onChoice={setChoice}
          />
        </Suspense>
      )}
      {editor.side === 'import' && !previewed && (
        <Suspense>
          <ImportWidgetDialog {...adding} />
        </Suspense>
      )}
      {changes > 0 && !previewed && (
        <form
          className="db-save"
          onSubmit={(event) => {
            event.preventDefault()
            void save.run()
          }}
        >
          {save.failure !== null && (
            <p role="alert">
              <TriangleAlert size={16} strokeWidth={2} aria-hidden />
              {t('dashboardEditor.saveFailed', { message: save.failure })}
            </p>
          )}
          <SaveBar
            changes={changes}
            isBusy={save.isBusy}
            onSave={() => void save.run()}
            onDiscard={() => setDiscarding(true)}
          />
        </form>
      )}
      {guard}
      {save.conflict && (
        <SaveConflict
          conflict={save.conflict.details}
          before={save.before}
          theirs={save.conflict.theirs.dashboard}
          onOverwrite={() => void save.run(save.conflict?.theirs.version)}
          onDiscard={() => {
            if (save.conflict) onSaved(save.conflict.theirs.dashboard)
            draft.discard()
            onClose()
          }}
          onClose={save.closeConflict}
        />
      )}
      {editor.leaving && (
        <ConfirmDialog
          title={t('ui.discardTitle')}
          action={t('ui.discardChanges')}
          isDanger
          onCancel={editor.leaving.stay}
          onConfirm={editor.leaving.discard}
        >
          {t('dashboardEditor.actionText')}
        </ConfirmDialog>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title={t('ui.discardTitle')}
          action={t('ui.discardChanges')}
          isDanger
          onCancel={() => setDiscarding(false)}
          onConfirm={() => {
            draft.discard()
            onClose()
          }}
        >
          {t('dashboardEditor.discardText', { count: unsaved })}
        </ConfirmDialog>
      )}
    </>
  )
}

const noParams = {}

/** What the viewer draws; parts that a change left alone keep their identity, so that their widgets aren't drawn again. */
function useShown(json: unknown, read: DashboardEditorProps['read']): DashboardConfiguration {
  const [shown, setShown] = useState(() => ({ json, read, value: read(json) }))
  if (shown.json === json && shown.read === read) return shown.value
  const value = withSharedParts(shown.value, read(json))
  setShown({ json, read, value })
  return value
}

/** Body of the request that saves the dashboard. */
const inputOf = ({ id, title, image, mobileHide, mobileOrder, configuration }: EditableDashboard): DashboardInput => ({
  id,
  title,
  image,
  mobileHide,
  mobileOrder,
  configuration,
})

/** A save that was rejected, because someone else had saved the dashboard. */
interface Conflict {
  readonly details: DashboardConflict
  readonly theirs: VersionedDashboard
}

/** Saves the dashboard; this is the only place that does while editing. A failure leaves all changes in the editor. */
function useSave({ dashboard, markSaved }: Editor, based: VersionedDashboard, onSaved: (saved: Dashboard) => void) {
  const t = useText()
  const calls = useVersionCalls()
  const toasts = useToasts()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  /** What the changes are based on. */
  const [last, setLast] = useState(based)

  /** `basedOn`: version that may be overwritten. */
  async function run(basedOn = last.version) {
    setBusy(true)
    setFailure(null)
    setConflict(null)
    try {
      const saved = await calls.saveVersioned(inputOf(dashboard), { basedOn }, { ignoreErrors: true })
      setLast(saved)
      markSaved(dashboard)
      onSaved(saved.dashboard)
      toasts.show({ kind: 'success', text: t('dashboardEditor.saved', { title: dashboard.title }) })
    } catch (error) {
      await explain(error).catch((second: unknown) => setFailure(failureText(second)))
    } finally {
      setBusy(false)
    }
  }

  async function explain(error: unknown) {
    if (!(error instanceof ApiError) || error.status !== 412) return setFailure(failureText(error))
    const theirs = await calls.getVersioned(last.dashboard.id.id, { ignoreErrors: true })
    setConflict({ details: error.body as DashboardConflict, theirs })
  }

  return {
    run,
    isBusy,
    failure,
    conflict,
    before: last.dashboard,
    version: last.version,
    /** The changes are based on another version than the editor began with. */
    rebase: setLast,
    closeConflict: () => setConflict(null),
  }
}

/** `Ctrl Z` undoes, `Ctrl Shift Z` and `Ctrl Y` redo, except in fields and dialogs, which have their own history. */
function useUndoKeys(editor: Editor, isOn: boolean) {
  const t = useText()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOn || event.altKey || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    if (event.target instanceof Element && event.target.closest('dialog, [role=dialog]')) return
    const key = event.key.toLowerCase()
    const redoes = (key === 'z' && event.shiftKey) || key === 'y'
    if (key !== 'z' && !redoes) return
    event.preventDefault()
    const { entries, index } = editor.history
    const label = entries[redoes ? index + 1 : index]?.label
    if (!label) return
    if (redoes) editor.redo()
    else editor.undo()
    const what = commandWords(label, t)
    editor.say(redoes ? t('dashboardEditor.redone', { what }) : t('dashboardEditor.undone', { what }))
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
