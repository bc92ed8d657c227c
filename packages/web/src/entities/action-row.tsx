/** Buttons for the most used actions of an entity, above its form. */

import { useQuery } from '@tanstack/react-query'
import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import type { EntityAction } from '../ui/entity-table/entity-description.ts'
import { useFormat } from '../ui/format/use-format.ts'

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
          {action.list ? <ListTitle row={row} action={action} list={action.list} /> : t(action.label)}
        </Button>
      ))}
    </div>
  )
}

interface ListTitleProps<T> {
  readonly row: T
  readonly action: EntityAction<T>
  readonly list: NonNullable<EntityAction<T>['list']>
}

/** Label such as "Devices 11"; without the number until it is loaded. */
function ListTitle<T>({ row, action, list }: ListTitleProps<T>) {
  const t = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [action.id, 'count', list.idOf(row)],
    queryFn: ({ signal }) => list.count(row, signal),
  })
  return (
    <>
      {t(list.title)}
      <span className="sd-num sd-text-3 sd-action-count">
        {data === undefined ? '' : ` ${format.number(data, { decimals: 0 })}`}
      </span>
    </>
  )
}
