import { LucideProvider } from 'lucide-react';
import type { ReactNode } from 'react';

export {
  ArrowLeft as ArrowLeftIcon,
  ArrowRight as ArrowRightIcon,
  CalendarClock as BuryIcon,
  CalendarDays as CalendarIcon,
  ChartColumn as StatisticsIcon,
  Check as CheckIcon,
  Clock as ClockIcon,
  CreditCard as CardIcon,
  EllipsisVertical as MoreIcon,
  Eye as EyeIcon,
  EyeOff as EyeOffIcon,
  FileText as FileIcon,
  Flag as FlagIcon,
  Flame as FlameIcon,
  Lightbulb as BulbIcon,
  ListFilter as FilterIcon,
  Lock as LockIcon,
  LogOut as LogoutIcon,
  Medal as MedalIcon,
  Menu as MenuIcon,
  Moon as MoonIcon,
  Pause as PauseIcon,
  Pencil as EditIcon,
  Plus as PlusIcon,
  RefreshCw as FlipIcon,
  Search as SearchIcon,
  Languages as LanguageIcon,
  LayoutGrid as TilesIcon,
  Rows3 as RowsIcon,
  Settings as SettingsIcon,
  ShieldCheck as OperatorIcon,
  Monitor as SystemIcon,
  Smartphone as PhoneIcon,
  Sparkles as SparklesIcon,
  Sun as SunIcon,
  Trash2 as TrashIcon,
  Undo2 as UndoIcon,
  X as CloseIcon,
  Zap as BoltIcon,
} from 'lucide-react';

/** One stroke for all icons. They take the size of the text around them (theme.ts); name the control, not the icon. */
export function IconDefaults({ children }: { children: ReactNode }) {
  return <LucideProvider strokeWidth={1.75}>{children}</LucideProvider>;
}
