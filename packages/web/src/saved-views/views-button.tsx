/** The button of a table's views: names the one that is shown. */

import { useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Menu } from '../ui/menu/menu.tsx'
import { type ViewsMenu, viewsIcon } from './use-views-menu.tsx'

export function ViewsButton({ menu }: { readonly menu: ViewsMenu }) {
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
  return (
    <>
      {shown ? (
        <Button
          {...shared}
          kind="soft"
          size="sm"
          icon={viewsIcon}
          aria-label={t('savedViews.viewsOf', { name: shown.name })}
        >
          <span className="sd-ellipsis sd-view-name">{shown.name}</span>
        </Button>
      ) : (
        <IconButton {...shared} label={t('savedViews.views')} icon={viewsIcon} />
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
