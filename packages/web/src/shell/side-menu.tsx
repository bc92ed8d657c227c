/** Side menu: grouped pages, with the current one marked. */

import { Link, useLocation } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { BrandMark } from './brand.tsx'
import { useMenu } from './use-menu.ts'

export function SideMenu({ onClose }: { onClose?: () => void }) {
  const t = useText()
  const menu = useMenu()
  const nav = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // In a low window the current page may be below the visible part of the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked entry changes with the path
  useEffect(() => {
    nav.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' })
  }, [path])
  return (
    <>
      <div className="sd-brand">
        <BrandMark />
        <span>Sonde</span>
        {onClose && (
          <IconButton label={t('shell.closeMenu')} icon={<X size={20} strokeWidth={1.75} />} onClick={onClose} />
        )}
      </div>
      <nav ref={nav} className="sd-menu-nav" aria-label={t('shell.mainMenu')}>
        {menu.map((group) => (
          <div key={group.label ?? ''}>
            {group.label && <div className="sd-menu-group">{t(group.label)}</div>}
            {group.places.map(({ to, label, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                search={{}}
                className="sd-menu-place"
                activeProps={{ 'data-active': true, 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
                onClick={onClose}
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden />
                <span>{t(label)}</span>
              </Link>
            ))}
          </div>
        ))}
      </nav>
    </>
  )
}
