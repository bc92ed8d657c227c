import './shell.css'
import type { Story } from '../ui/story.ts'
import { Trail } from './breadcrumbs.tsx'

const home = { label: 'Home', to: '/home' }

const story: Story = {
  id: 'breadcrumbs',
  group: 'Page pieces',
  title: 'Breadcrumbs',
  about:
    'The pages above as links, then the present one. Below an owner its name is a step; an open entity has its list as a step. Below 960 px the present page stands alone.',
  examples: [
    // Only one example: a page may contain only one landmark with this name.
    {
      name: 'An entity below a customer',
      Example: () => (
        <Trail
          steps={[
            home,
            { label: 'Customers', to: '/customers' },
            { label: 'Riverside Works', to: '/customers/1' },
            { label: 'Devices', to: '/customers/1/devices' },
          ]}
          label="Pump P-03"
        />
      ),
    },
  ],
}
export default story
