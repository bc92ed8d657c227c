/** Button that opens the views menu of a table; its label is the active view. */

import { Bookmark } from 'lucide-react'
import { useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import type { ViewsMenu } from './use-views-menu.tsx'

export function ViewsButton({ menu, size = 'md' }: { readonly menu: ViewsMenu; readonly size?: 'md' | 'sm' }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  if (menu.items.length === 0) return null
  const shared = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onClick: () => {
      if (!isOpen) menu.refresh()
      setOpen(!isOpen)
    },
  } as const
  const { shown } = menu
  const icon = <Bookmark size={size === 'md' ? 18 : 16} strokeWidth={size === 'md' ? 1.75 : 2} aria-hidden />
  return (
    <>
      {shown ? (
        <Button
          {...shared}
          kind="soft"
          size="sm"
          icon={icon}
          aria-label={t('savedViews.viewsOf', { name: shown.name })}
        >
          <span className="sd-ellipsis sd-view-name">{shown.name}</span>
        </Button>
      ) : (
        <IconButton {...shared} label={t('savedViews.views')} size={size} icon={icon} />
      )}
      <Menu
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        anchor={anchor}
        label={t('savedViews.views')}
        items={menu.items}
      />
    </>
  )
}
