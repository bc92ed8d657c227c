/** Actions of one row: the quick action on hover and focus, all of them in the menu. */

import { EllipsisVertical } from 'lucide-react'
import type { Translate } from '../../locale/texts.ts'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { MenuButton, type MenuItem } from '../menu/menu.tsx'
import type { EntityAction, RowsDescription } from './entity-description.ts'

interface RowActionsProps<T> {
  readonly description: RowsDescription<T>
  readonly row: T
  readonly name: string
}

export function RowActions<T>(props: RowActionsProps<T>) {
  const { description, row } = props
  const t = useText()
  const { quickAction } = description
  return (
    <>
      {quickAction && (quickAction.isAllowed?.(row) ?? true) && (
        <span className="sd-row-quick" data-labeled={description.labelsQuickAction}>
          {description.labelsQuickAction ? (
            <Button kind="soft" size="sm" icon={quickAction.icon} onClick={() => quickAction.run(row)}>
              <span className="sd-row-quick-label">{t(quickAction.label)}</span>
            </Button>
          ) : (
            <IconButton
              label={t(quickAction.label)}
              icon={quickAction.icon}
              size="sm"
              onClick={() => quickAction.run(row)}
            />
          )}
        </span>
      )}
      <RowMenu {...props} />
    </>
  )
}

export function RowMenu<T>({ description: { rowActions }, row, name }: RowActionsProps<T>) {
  const t = useText()
  return (
    <MenuButton
      label={`${t('ui.more')}: ${name}`}
      size="sm"
      icon={<EllipsisVertical size={16} />}
      items={() => actionItems(rowActions, row, t)}
    />
  )
}

export function actionItems<T>(actions: readonly EntityAction<T>[], row: T, t: Translate): MenuItem[] {
  const allowed = actions.filter(({ isAllowed }) => isAllowed?.(row) ?? true)
  return allowed.map((action) => ({
    id: action.id,
    label: t(action.label),
    icon: action.icon,
    isDanger: action.isDanger,
    startsGroup: action.startsGroup,
    onSelect: () => action.run(row),
  }))
}
