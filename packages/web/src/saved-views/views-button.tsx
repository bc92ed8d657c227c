/** Button that opens the views menu of a table; its label is the active view. */

import { Bookmark } from 'lucide-react'
import { useText } from '../locale/use-text.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { useMenuButton } from '../ui/menu/use-menu-button.ts'
import type { ViewsMenu } from './use-views-menu.tsx'

export function ViewsButton({ menu, size = 'md' }: { readonly menu: ViewsMenu; readonly size?: 'md' | 'sm' }) {
  const t = useText()
  const { button, menu: controls } = useMenuButton({ onOpen: menu.refresh })
  if (menu.items.length === 0) return null
  const { shown } = menu
  const icon = <Bookmark size={size === 'md' ? 18 : 16} strokeWidth={size === 'md' ? 1.75 : 2} aria-hidden />
  return (
    <>
      {shown ? (
        <Button
          {...button}
          kind="soft"
          size="sm"
          icon={icon}
          aria-label={t('savedViews.viewsOf', { name: shown.name })}
        >
          <span className="sd-ellipsis sd-view-name">{shown.name}</span>
        </Button>
      ) : (
        <IconButton {...button} label={t('savedViews.views')} size={size} icon={icon} />
      )}
      <Menu {...controls} label={t('savedViews.views')} items={menu.items} />
    </>
  )
}
