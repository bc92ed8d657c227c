import { Boxes, Building2, Cpu, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../field/text-field.tsx'
import type { Story } from '../story.ts'
import { NavTree } from './nav-tree.tsx'
import type { TreeNode } from './tree-nodes.ts'

const icons: Readonly<Record<string, LucideIcon>> = { ASSET: Boxes, CUSTOMER: Building2, DEVICE: Cpu }

function KindIcon({ kind }: { kind: string }) {
  const Icon = icons[kind]
  return Icon && <Icon size={16} strokeWidth={2} aria-hidden />
}

const nodes: readonly TreeNode[] = [
  {
    id: 'works',
    label: 'Riverside Works',
    icon: 'ASSET',
    children: [
      { id: 'tank', label: 'Tank T-01', icon: 'DEVICE' },
      { id: 'pumps', label: 'Pumps', icon: 'ASSET', children: 'load' },
    ],
  },
  { id: 'harbour', label: 'Harbour', icon: 'CUSTOMER' },
]

function Plants() {
  const [value, setValue] = useState<string | null>('tank')
  const [search, setSearch] = useState('')
  return (
    <div className="sd-form" style={{ maxWidth: 320 }}>
      <TextField label="Search" value={search} onChange={setSearch} />
      <NavTree
        label="Plants"
        nodes={nodes}
        value={value}
        onChange={({ id }) => setValue(id)}
        search={search}
        load={async () => [{ id: 'pump', label: 'Pump P-03', icon: 'DEVICE' }]}
        icon={(name) => <KindIcon kind={name} />}
      />
    </div>
  )
}

const story: Story = {
  id: 'navigation-tree',
  group: 'Page pieces',
  title: 'Navigation tree',
  about:
    'Arrows open, close and move, letters jump, Enter chooses. A search leaves only what matches, case aside. Branches can be loaded when they are opened; one that fails says so.',
  examples: [{ name: 'Plants', Example: Plants }],
}
export default story
