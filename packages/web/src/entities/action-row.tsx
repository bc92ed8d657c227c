/** Actions of an entity as buttons above its form: where it leads most often, without opening a menu. */

import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'

interface ActionRowProps<T> {
  readonly row: T
  readonly actions: readonly EntityAction<T>[]
}

export function ActionRow<T>({ row, actions }: ActionRowProps<T>) {
  const t = useText()
  const allowed = actions.filter(({ isAllowed }) => isAllowed?.(row) ?? true)
  if (allowed.length === 0) return null
  return (
    <div className="sd-action-row">
      {allowed.map((action) => (
        <Button key={action.id} size="sm" icon={action.icon} onClick={() => action.run(row)}>
          {t(action.label)}
        </Button>
      ))}
    </div>
  )
}
