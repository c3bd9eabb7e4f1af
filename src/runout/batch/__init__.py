"""Every board of a situation: solved one after the other, kept, and read as one table."""

from runout.batch.folder import BatchFolder as BatchFolder
from runout.batch.report import Report as Report
from runout.batch.report import report as report
from runout.batch.run import BatchProgress as BatchProgress
from runout.batch.run import CaseResult as CaseResult
from runout.batch.run import run as run
from runout.batch.situation import Situation as Situation
