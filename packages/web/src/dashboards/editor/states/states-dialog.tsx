/** Dialog with all states of a dashboard. Each change is a step of the editor's history. */

import './states-dialog.css'
import { removeState, setRootState } from '@sonde/model/dashboards/editing/commands'
import { widgetsOfState, widgetsOnlyIn } from '@sonde/model/dashboards/editing/state-commands'
import { stateReferences } from '@sonde/model/dashboards/editing/state-references'
import { objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { EllipsisVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { MenuButton } from '../../../ui/menu/menu.tsx'
import type { Editor } from '../use-editor.ts'
import { type StateForm, StateFormDialog } from './state-form-dialog.tsx'

interface StatesDialogProps {
  readonly editor: Editor
  /** State that is open in the editor. */
  readonly stateId: string
  readonly onOpen: (stateId: string) => void
  readonly onClose: () => void
}

interface Named {
  readonly id: string
  readonly name: string
}

/** More states than this can be searched. */
const unsearchedMax = 6

export function StatesDialog({ editor, stateId, onOpen, onClose }: StatesDialogProps) {
  const t = useText()
  const [form, setForm] = useState<StateForm | null>(null)
  const [removing, setRemoving] = useState<Named | null>(null)
  const [query, setQuery] = useState('')
  const { dashboard } = editor
  const references = stateReferences(dashboard.configuration, dashboard.id.id)
  const states = Object.entries(objectOf(dashboard.configuration.states)).map(([id, state]) => {
    const { name, root } = objectOf(state)
    return {
      id,
      name: textOf(name) ?? id,
      isRoot: root === true,
      widgets: widgetsOfState(dashboard, id).length,
      references: references.get(id) ?? 0,
    }
  })

  const searched = query.toLowerCase()
  const shown = states.filter(({ id, name }) => [id, name].some((text) => text.toLowerCase().includes(searched)))

  function remove({ id, name }: Named) {
    editor.run(removeState(id, name))
    editor.say(t('dashboardSetup.removed', { name }))
    setRemoving(null)
  }

  return (
    <Dialog
      title={t('dashboardSetup.states')}
      size={860}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Plus size={16} strokeWidth={2} aria-hidden />} onClick={() => setForm({ kind: 'add' })}>
            {t('dashboardSetup.addState')}
          </Button>
          <span className="sd-spacer" />
          <Button kind="filled" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {(states.length > unsearchedMax || query !== '') && (
        <div className="db-states-search">
          <SearchField label={t('dashboardSetup.searchStates')} value={query} onChange={setQuery} />
        </div>
      )}
      <table className="db-states">
        <thead>
          <tr>
            <th scope="col">{t('dashboardSetup.stateName')}</th>
            <th scope="col">{t('dashboardSetup.stateId')}</th>
            <th scope="col" className="sd-num">
              {t('dashboardSetup.widgets')}
            </th>
            <th scope="col">{t('dashboardSetup.openedFrom')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((state) => (
            <tr key={state.id} data-open={state.id === stateId || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="db-state-name"
                  aria-label={t('dashboardSetup.openState', { name: state.name })}
                  onClick={() => {
                    onOpen(state.id)
                    onClose()
                  }}
                >
                  {state.name}
                </button>
                {state.isRoot && <span className="db-state-chip">{t('dashboardSetup.root')}</span>}
                {state.id === stateId && <span className="db-state-note">{t('dashboardSetup.isOpen')}</span>}
              </th>
              <td className="sd-mono" data-label={t('dashboardSetup.stateId')}>
                {state.id}
              </td>
              <td className="sd-num" data-label={t('dashboardSetup.widgets')}>
                {state.widgets}
              </td>
              <td data-label={t('dashboardSetup.openedFrom')}>
                {t('dashboardSetup.references', { count: state.references })}
              </td>
              <td>
                <MenuButton
                  label={t('dashboardSetup.moreOf', { name: state.name })}
                  icon={<EllipsisVertical size={18} strokeWidth={1.75} />}
                  items={() => [
                    {
                      id: 'edit',
                      label: t('dashboardSetup.editState'),
                      onSelect: () => setForm({ kind: 'edit', id: state.id, name: state.name }),
                    },
                    {
                      id: 'duplicate',
                      label: t('dashboardSetup.duplicate'),
                      onSelect: () => setForm({ kind: 'duplicate', id: state.id, name: state.name }),
                    },
                    {
                      id: 'root',
                      label: t('dashboardSetup.makeRoot'),
                      isDisabled: state.isRoot,
                      onSelect: () => editor.run(setRootState(state.id, state.name)),
                    },
                    {
                      id: 'remove',
                      label: t('dashboardSetup.remove'),
                      isDanger: true,
                      isDisabled: state.isRoot,
                      startsGroup: true,
                      // Undo brings it back: asked only if widgets or links are lost.
                      onSelect: () =>
                        widgetsOnlyIn(dashboard, state.id).length > 0 || state.references > 0
                          ? setRemoving(state)
                          : remove(state),
                    },
                  ]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="db-states-none" role="status">
        {shown.length === 0 && t('dashboardSetup.noStateMatches', { query })}
      </p>
      <p className="db-states-note">
        {t('dashboardSetup.rootHelp')} {t('dashboardSetup.referencesHelp')}
      </p>
      {form && <StateFormDialog editor={editor} form={form} onClose={() => setForm(null)} />}
      {removing && (
        <ConfirmDialog
          title={t('dashboardSetup.removeTitle', { name: removing.name })}
          action={t('dashboardSetup.removeAction')}
          isDanger
          onCancel={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        >
          <RemovalText editor={editor} stateId={removing.id} references={references.get(removing.id) ?? 0} />
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

interface RemovalTextProps {
  readonly editor: Editor
  readonly stateId: string
  readonly references: number
}

/** What is lost with the state. */
function RemovalText({ editor, stateId, references }: RemovalTextProps) {
  const t = useText()
  const widgets = widgetsOnlyIn(editor.dashboard, stateId).length
  return (
    <>
      {widgets > 0 && <p>{t('dashboardSetup.removeText', { count: widgets })}</p>}
      {references > 0 && <p>{t('dashboardSetup.removeReferences', { count: references })}</p>}
    </>
  )
}
