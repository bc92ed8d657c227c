/** Buttons of a row's actions. Clicks on them don't click the row; if there are many, a menu has them. */

import type { ActionEntity } from '@sonde/model/dashboards/actions/action-target'
import { objectOf } from '@sonde/model/dashboards/json-parts'
import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../../ui/button/button.tsx'
import { MenuButton } from '../../ui/menu/menu.tsx'
import type { OfferedAction, WidgetActions } from './use-widget-actions.tsx'

/** More actions than this share a menu. */
const buttonsMax = 3

/** Width that a table's column with the buttons needs. */
export function actionsWidthPx(actions: WidgetActions): number {
  const count = actions.of('actionCellButton').length
  return 12 + 30 * (count > buttonsMax ? 1 : count)
}

/** What conditions of buttons get: the entity, the alarm or the row. */
function dataOf(params: unknown): unknown {
  const { entity, alarm } = objectOf(params)
  return entity ?? alarm ?? params ?? null
}

/** Several rows may be of the same entity: its alarms, or its values over time. */
function placeOf(entity: ActionEntity | null, params: unknown): string {
  const { alarm, Timestamp } = objectOf(params)
  return `${entity?.id.id} ${objectOf(objectOf(alarm).id).id} ${Timestamp}`
}

interface ActionButtonsProps {
  readonly actions: WidgetActions
  readonly entity: ActionEntity | null
  /** Name of the row, for the menu. */
  readonly rowName: string
  /** Passed to user code: `{ entity }`, `{ alarm }` or the row. */
  readonly additionalParams?: unknown
}

export function ActionButtons({ actions, entity, rowName, additionalParams }: ActionButtonsProps) {
  const t = useText()
  const box = useRef<HTMLSpanElement>(null)
  const offered = actions.shown('actionCellButton', placeOf(entity, additionalParams), () => dataOf(additionalParams))
  if (offered.length === 0) return null
  const run = (chosen: OfferedAction, anchor: Element | null) =>
    actions.run(chosen, { entity, anchor, additionalParams })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks on the buttons from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside have keys of their own
    <span
      ref={box}
      className="widget-row-actions"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {offered.length <= buttonsMax ? (
        offered.map((one) => (
          <IconButton
            key={one.action.id}
            label={one.name}
            icon={one.icon}
            size="sm"
            onClick={(event) => run(one, event.currentTarget)}
          />
        ))
      ) : (
        <MenuButton
          label={`${t('ui.more')}: ${rowName}`}
          size="sm"
          icon={<EllipsisVertical size={16} strokeWidth={2} />}
          items={offered.map((one) => ({
            id: one.action.id,
            label: one.name,
            icon: one.icon,
            onSelect: () => run(one, box.current),
          }))}
        />
      )}
    </span>
  )
}
