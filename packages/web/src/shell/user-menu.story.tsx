import './shell.css'
import type { Story } from '../ui/story.ts'
import { UserMenu } from './user-menu.tsx'

const story: Story = {
  id: 'user-menu',
  group: 'Page pieces',
  title: 'User menu',
  about:
    'Name and role of who is signed in, the profile, and the way out. The name is first and last name, else the email address. On phones theme, help and keys are in it too. Visitors of public dashboards have none.',
  examples: [
    { name: 'In the toolbar', Example: () => <UserMenu hasTools={false} /> },
    { name: 'On phones', Example: () => <UserMenu hasTools /> },
  ],
}
export default story
