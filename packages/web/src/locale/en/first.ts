/** English messages that sign-in shows, by room. */

import help from './help.json'
import login from './login.json'
import shell from './shell.json'
import ui from './ui.json'

export default { help, login, shell, ui }
