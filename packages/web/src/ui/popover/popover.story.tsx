import { Copy, EllipsisVertical, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { MenuButton } from '../menu/menu.tsx'
import type { Placement } from '../overlay/place.ts'
import type { Story } from '../story.ts'
import { Tooltip } from '../tooltip/tooltip.tsx'
import { Popover } from './popover.tsx'

function Box({ placement }: { placement: Placement }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={anchor} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {placement}
      </Button>
      <Popover isOpen={isOpen} onClose={() => setOpen(false)} anchor={anchor} label="Box" placement={placement}>
        <div style={{ padding: 16, width: 240 }}>
          <p>Hangs from its button, and flips where there is no room.</p>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Popover>
    </>
  )
}

const row = { display: 'flex', flexWrap: 'wrap', gap: 8 } as const
const icon = { size: 16, strokeWidth: 2 } as const

const story: Story = {
  id: 'popovers',
  group: 'Feedback',
  title: 'Popovers, menus, tooltips',
  about:
    'A box of settings that hangs from the thing it sets: a click toggles, a click outside, Escape or leaving it by Tab closes. Menus move by arrows and letters. A tooltip names an icon on hover and on focus.',
  examples: [
    {
      name: 'Placements',
      Example: () => (
        <div style={row}>
          {(['bottom-start', 'bottom-end', 'top', 'left', 'right'] as const).map((placement) => (
            <Box key={placement} placement={placement} />
          ))}
        </div>
      ),
    },
    {
      name: 'Menu',
      Example: () => (
        <MenuButton
          label="More"
          icon={<EllipsisVertical {...icon} />}
          items={[
            { id: 'copy', label: 'Copy ID', icon: <Copy {...icon} />, onSelect: () => {} },
            {
              id: 'delete',
              label: 'Delete',
              icon: <Trash2 {...icon} />,
              isDanger: true,
              startsGroup: true,
              onSelect: () => {},
            },
          ]}
        />
      ),
    },
    {
      name: 'Tooltip',
      Example: () => (
        <div style={row}>
          <IconButton label="Copy ID" icon={<Copy {...icon} />} shortcut="C" />
          <Tooltip text="21 Nov 2026, 14:02:11">
            <button type="button">12 min ago</button>
          </Tooltip>
        </div>
      ),
    },
  ],
}
export default story
