/** Actions of a widget by source: where each leads, with buttons to add, change, order and remove them. */

import { sourceRules } from '@sonde/model/dashboards/actions/action-sources'
import type { JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { draftOf } from '@sonde/model/dashboards/editing/action-draft'
import {
  addAction,
  freeActionName,
  moveAction,
  removeAction,
  type StoredAction,
} from '@sonde/model/dashboards/editing/widget-actions'
import { textOf } from '@sonde/model/dashboards/json-parts'
import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { newUuid } from '../../../../entities/new-uuid.ts'
import { useText } from '../../../../locale/use-text.tsx'
import { IconButton } from '../../../../ui/button/button.tsx'
import { MenuButton } from '../../../../ui/menu/menu.tsx'
import { NamedIcon } from '../../../title-icon.tsx'
import type { WidgetTabProps } from '../widget-tab.ts'
import type { StateChoice } from './action-form.ts'
import { ActionTargetText } from './action-target-text.tsx'
import { type ActionSources, sourceText } from './use-action-sources.ts'

interface ActionListProps extends Pick<WidgetTabProps, 'editor' | 'widget' | 'change'> {
  readonly actions: readonly StoredAction[]
  readonly sources: ActionSources
  readonly states: readonly StateChoice[]
  /** The control that gets the focus when the list appears: `data-at` of a row, or the ID of a source. */
  readonly focusAt: string | null
  readonly onAdd: (sourceId: string) => void
  readonly onEdit: (action: StoredAction) => void
}

/** `data-at` of a row. */
export const rowAt = (sourceId: string, index: number): string => `${sourceId} ${index}`

const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const

export function ActionList(props: ActionListProps) {
  const { sources } = props
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const [focused, focus] = useState({ at: props.focusAt })
  useLayoutEffect(() => {
    if (focused.at === null) return
    const place = list.current?.querySelector<HTMLElement>(`[data-at="${CSS.escape(focused.at)}"]`)
    const control = place?.querySelector('button') ?? place ?? list.current?.querySelector('button')
    control?.focus()
  }, [focused])
  const shared = { ...props, onFocus: (at: string) => focus({ at }) }
  return (
    <div ref={list} className="wa-list">
      {sources.own.map((id) => (
        <SourceActions key={id} {...shared} sourceId={id} title={sourceText(id, t)} help="" canAdd />
      ))}
      {sources.other.map((id) => (
        <SourceActions
          key={id}
          {...shared}
          sourceId={id}
          title={t('widgetActions.other', { source: sourceText(id, t) })}
          help={t('widgetActions.otherHelp')}
          canAdd={false}
        />
      ))}
    </div>
  )
}

interface SourceActionsProps extends ActionListProps {
  readonly sourceId: string
  readonly title: string
  readonly help: string
  readonly canAdd: boolean
  readonly onFocus: (at: string) => void
}

function SourceActions(props: SourceActionsProps) {
  const { editor, widget, change, actions, sourceId, title, states, canAdd, onAdd, onEdit, onFocus } = props
  const t = useText()
  const titleId = useId()
  const own = actions.filter((action) => action.sourceId === sourceId)
  const { isMultiple } = sourceRules(sourceId)
  const hasRoom = canAdd && (isMultiple || own.length === 0)
  const help = props.help || (!isMultiple && own.length > 1 ? t('widgetActions.onlyFirst') : '')

  /** A step of the history of its own. */
  const run = (step: (config: JsonObject) => JsonObject) => change(`actions ${newUuid()}`, step)

  function move(json: JsonObject, index: number, by: -1 | 1, name: string) {
    run((config) => moveAction(config, json, by))
    editor.say(t('widgetActions.moved', { name, at: index + by + 1, total: own.length }))
    onFocus(`${rowAt(sourceId, index + by)} menu`)
  }

  function duplicate(json: JsonObject, index: number, name: string) {
    run((config) =>
      addAction(config, sourceId, { ...json, id: newUuid(), name: freeActionName(config, sourceId, name) }, json),
    )
    editor.say(t('widgetActions.duplicated', { name }))
    onFocus(rowAt(sourceId, index + 1))
  }

  function remove(json: JsonObject, index: number, name: string) {
    run((config) => removeAction(config, json))
    editor.say(t('widgetActions.removed', { name }))
    onFocus(own.length === 1 ? sourceId : rowAt(sourceId, Math.min(index, own.length - 2)))
  }

  return (
    <section className="wa-source" aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{title}</h3>
        {hasRoom && (
          <IconButton
            size="sm"
            data-at={sourceId}
            label={t('widgetActions.addTo', { source: title })}
            icon={<Plus {...icon} />}
            onClick={() => onAdd(sourceId)}
          />
        )}
      </header>
      {help && <p className="wa-help">{help}</p>}
      {own.length === 0 ? (
        <p className="wa-help">{t('widgetActions.none')}</p>
      ) : (
        <ul>
          {own.map((action, index) => {
            const { json } = action
            const draft = draftOf(json, sourceId, widget.type !== 'static', '')
            const name = draft.name || t('widgetActions.unnamed')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: stored IDs may be missing or equal
              <li key={`${textOf(json.id) ?? ''} ${index}`}>
                <button
                  type="button"
                  className="wa-open"
                  data-at={rowAt(sourceId, index)}
                  onClick={() => onEdit(action)}
                >
                  <span className="wa-icon">
                    <NamedIcon name={draft.icon} size={18} />
                  </span>
                  <span className="wa-text">
                    <span className="sd-ellipsis">{name}</span>
                    <ActionTargetText draft={draft} states={states} />
                  </span>
                </button>
                <span data-at={`${rowAt(sourceId, index)} menu`}>
                  <MenuButton
                    size="sm"
                    label={t('widgetActions.more', { name })}
                    icon={<EllipsisVertical {...icon} />}
                    items={[
                      {
                        id: 'edit',
                        label: t('widgetActions.edit'),
                        icon: <Pencil {...icon} />,
                        onSelect: () => onEdit(action),
                      },
                      ...(isMultiple && canAdd
                        ? [
                            {
                              id: 'duplicate',
                              label: t('widgetActions.duplicate'),
                              icon: <Copy {...icon} />,
                              onSelect: () => duplicate(json, index, draft.name),
                            },
                          ]
                        : []),
                      ...(own.length > 1
                        ? [
                            {
                              id: 'up',
                              label: t('widgetActions.moveUp'),
                              icon: <ArrowUp {...icon} />,
                              isDisabled: index === 0,
                              onSelect: () => move(json, index, -1, name),
                            },
                            {
                              id: 'down',
                              label: t('widgetActions.moveDown'),
                              icon: <ArrowDown {...icon} />,
                              isDisabled: index === own.length - 1,
                              onSelect: () => move(json, index, 1, name),
                            },
                          ]
                        : []),
                      {
                        id: 'remove',
                        label: t('widgetActions.remove'),
                        icon: <Trash2 {...icon} />,
                        isDanger: true,
                        startsGroup: true,
                        onSelect: () => remove(json, index, name),
                      },
                    ]}
                  />
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
