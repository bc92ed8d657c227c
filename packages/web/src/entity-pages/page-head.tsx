/** Heading of an entity page with its buttons; on phones the buttons are in the toolbar. */

import { Download, EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { ViewsMenu } from '../saved-views/use-views-menu.tsx'
import { Button, IconButton } from '../ui/button/button.tsx'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { MenuButton } from '../ui/menu/menu.tsx'
import { InToolbar } from '../ui/toolbar-slot.tsx'

export interface PageButton {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

interface HeadProps {
  readonly heading: string
  /** Primary button of the page. */
  readonly primary: PageButton | undefined
  /** Secondary button, such as import. */
  readonly secondary: PageButton | undefined
}

interface PageHeadProps extends HeadProps {
  readonly hasSegments: boolean
  /** Segments. */
  readonly children: ReactNode
}

/**
 * Row widths in px below which a button shows only its icon, so that the row doesn't wrap: next to a drawer, or in a
 * small window. Segments have room for counts of four digits.
 */
const labelsPxMin = {
  plain: { primary: 400, secondary: 480 },
  segments: { primary: 580, secondary: 660 },
} as const

export function PageHead({ heading, primary, secondary, hasSegments, children }: PageHeadProps) {
  const [row, { width }] = useElementSize<HTMLDivElement>()
  const pxMin = labelsPxMin[hasSegments ? 'segments' : 'plain']
  const isShort = (button: 'primary' | 'secondary') => width > 0 && width < pxMin[button]
  return (
    <div ref={row} className="sd-page-head">
      <h1>{heading}</h1>
      {children}
      <span className="sd-spacer" />
      {secondary && <HeadButton button={secondary} isIcon={isShort('secondary')} />}
      {primary && <HeadButton kind="filled" button={primary} isIcon={isShort('primary')} />}
    </div>
  )
}

interface PhoneHeadProps extends HeadProps {
  readonly onExport: () => void
  readonly views: ViewsMenu
}

export function PhoneHead({ heading, primary, secondary, onExport, views }: PhoneHeadProps) {
  const t = useText()
  return (
    <>
      <h1 className="sd-hidden-text">{heading}</h1>
      <InToolbar>
        <MenuButton
          label={t('ui.more')}
          icon={<EllipsisVertical size={18} strokeWidth={1.75} />}
          items={[
            ...(secondary ? [{ id: 'secondary', ...secondary }] : []),
            {
              id: 'export',
              label: t('tableExport.export'),
              icon: <Download size={16} strokeWidth={2} aria-hidden />,
              onSelect: onExport,
            },
            ...views.items.map((item, at) => (at === 0 ? { ...item, startsGroup: true } : item)),
          ]}
        />
        {primary && <HeadButton kind="filled" button={primary} isIcon />}
      </InToolbar>
    </>
  )
}

function HeadButton({ button, isIcon, kind }: { button: PageButton; isIcon: boolean; kind?: 'filled' }) {
  const { label, icon, onSelect } = button
  if (isIcon) return <IconButton {...(kind && { kind })} label={label} icon={icon} onClick={onSelect} />
  return (
    <Button {...(kind && { kind })} icon={icon} onClick={onSelect}>
      {label}
    </Button>
  )
}
