"""Every board of a situation: solved one after the other, kept, and read as one table."""

from runout.batch.folder import BatchFolder as BatchFolder
from runout.batch.hands_report import HandsReport as HandsReport
from runout.batch.hands_report import hands as hands
from runout.batch.opened import OpenBatch as OpenBatch
from runout.batch.opened import open as open  # noqa: A004 - `runout.batch.open` says it best
from runout.batch.report import Report as Report
from runout.batch.report import report as report
from runout.batch.run import BatchProgress as BatchProgress
from runout.batch.run import CaseResult as CaseResult
from runout.batch.run import run as run
from runout.batch.side_by_side import SideBySide as SideBySide
from runout.batch.simple_rules import SimpleRules as SimpleRules
from runout.batch.situation import Situation as Situation
